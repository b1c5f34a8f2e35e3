const rest = require("fs").readFileSync(0, "utf8").trim().split(/\s+/).slice(1);
const heights = Int32Array.from(rest, Number);
let total = 0;
for (let i = 0; i < heights.length; i++) {
  for (let j = i + 1; j < heights.length; j++) {
    if (heights[j] >= heights[i]) {
      total += j - i;
      break;
    }
  }
}
console.log(total);
