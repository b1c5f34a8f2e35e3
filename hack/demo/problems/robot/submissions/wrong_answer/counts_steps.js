const lines = require("fs").readFileSync(0, "utf8").split("\n");
const rows = parseInt(lines[0], 10);
const grid = lines.slice(1, rows + 1);
let y = grid.findIndex((row) => row.includes("S"));
let x = grid[y].indexOf("S");
let [dy, dx] = [-1, 0];
let bumps = 0;
let steps = 1;
for (const command of lines[rows + 1].trim()) {
  if (command === "L") [dy, dx] = [-dx, dy];
  else if (command === "R") [dy, dx] = [dx, -dy];
  else {
    const tile = grid[y + dy]?.[x + dx];
    if (tile === "." || tile === "S") {
      y += dy;
      x += dx;
      steps++;
    } else bumps++;
  }
}
console.log(steps, bumps);
