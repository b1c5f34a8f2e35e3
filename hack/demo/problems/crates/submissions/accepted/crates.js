const [first, second] = require("fs").readFileSync(0, "utf8").split("\n");
const n = Number(first);
const weights = second.trim().split(" ").map(Number);
const fitting = weights.findIndex((weight) => weight % n === 0);
if (fitting >= 0) {
  console.log("1\n" + (fitting + 1));
} else {
  const seen = new Map([[0, 0]]);
  let total = 0;
  for (let i = 1; i <= n; i++) {
    total += weights[i - 1];
    const start = seen.get(total % n);
    if (start !== undefined) {
      console.log(i - start);
      console.log(Array.from({ length: i - start }, (_, k) => start + k + 1).join(" "));
      break;
    }
    seen.set(total % n, i);
  }
}
