// Leaves out the last station of every trip.
const numbers = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number);
const [n, q] = numbers;
const cost = [0];
for (let i = 0; i < n; i++) {
    cost.push(cost[i] + numbers[2 + i]);
}
for (let i = 0; i < q; i++) {
    console.log(cost[numbers[3 + n + 2 * i] - 1] - cost[numbers[2 + n + 2 * i] - 1]);
}
