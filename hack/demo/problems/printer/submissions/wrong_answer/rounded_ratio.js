const [n, ...lines] = require("fs").readFileSync(0, "utf8").trim().split("\n");
const documents = lines.map((line) => line.split(" ").map(Number));
documents.sort(([ta, wa], [tb, wb]) => Math.floor(ta / wa) - Math.floor(tb / wb));
let now = 0;
let total = 0;
for (const [t, w] of documents) {
  now += t;
  total += w * now;
}
console.log(total);
