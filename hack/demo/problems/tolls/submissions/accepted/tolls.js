const numbers = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number);
const [n, q] = numbers;
const cost = [0];
for (let i = 0; i < n; i++) {
    cost.push(cost[i] + numbers[2 + i]);
}
const lines = [];
for (let i = 0; i < q; i++) {
    const a = numbers[2 + n + 2 * i];
    const b = numbers[3 + n + 2 * i];
    lines.push(cost[b] - cost[a - 1]);
}
console.log(lines.join('\n'));
