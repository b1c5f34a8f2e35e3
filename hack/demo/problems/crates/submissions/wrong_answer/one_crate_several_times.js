// n times the same crate always weighs a multiple of n, but there is only one of it.
const n = Number(require("fs").readFileSync(0, "utf8").split("\n")[0]);
console.log(n);
console.log(Array(n).fill(1).join(" "));
