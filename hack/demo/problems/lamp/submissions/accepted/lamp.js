const lines = require("readline").createInterface({ input: process.stdin });
let low = 1;
let high = 0;
let middle = 0;

function go() {
    middle = Math.floor((low + high) / 2);
    console.log(String(middle));
}

lines.on("line", (line) => {
    if (high === 0) {
        high = Number(line);
    } else if (line === "found") {
        lines.close();
        return;
    } else if (line === "deeper") {
        low = middle + 1;
    } else {
        high = middle - 1;
    }
    go();
});
