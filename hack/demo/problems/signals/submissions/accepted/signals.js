const tokens = require("fs").readFileSync(0, "latin1").split(/\s+/);
const n = Number(tokens[0]);
const heights = new Int32Array(n);
const waiting = new Int32Array(n);
let top = 0;
let total = 0;
for (let i = 0; i < n; i++) {
  heights[i] = Number(tokens[i + 1]);
  while (top > 0 && heights[waiting[top - 1]] <= heights[i]) {
    total += i - waiting[--top];
  }
  waiting[top++] = i;
}
console.log(total);
