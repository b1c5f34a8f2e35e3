const numbers = require("fs").readFileSync(0, "utf8").trim().split(/\s+/).map(Number);
const [n, m, k] = numbers;
const friends = Array.from({ length: n + 1 }, () => []);
for (let i = 3 + k; i < 3 + k + 2 * m; i += 2) {
  friends[numbers[i]].push(numbers[i + 1]);
  friends[numbers[i + 1]].push(numbers[i]);
}
const queue = numbers.slice(3, 3 + k);
const day = new Map(queue.map((person) => [person, 0]));
for (let head = 0; head < queue.length; head++) {
  for (const friend of friends[queue[head]]) {
    if (!day.has(friend)) {
      day.set(friend, day.get(queue[head]) + 1);
      queue.push(friend);
    }
  }
}
console.log(queue.length === n ? day.get(queue[n - 1]) : -1);
