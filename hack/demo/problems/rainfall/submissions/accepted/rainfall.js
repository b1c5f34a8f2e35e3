const [n, ...readings] = require("fs").readFileSync(0, "utf8").trim().split("\n").map(Number);
let total = 0;
for (const reading of readings) total += reading;
console.log(total / n);
