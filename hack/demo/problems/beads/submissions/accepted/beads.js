const beads = require("fs").readFileSync(0, "utf8").trim();
const groups = [];
let start = 0;
for (let i = 1; i <= beads.length; i++) {
  if (beads[i] !== beads[start]) {
    groups.push(i - start + beads[start]);
    start = i;
  }
}
console.log(groups.join(" "));
