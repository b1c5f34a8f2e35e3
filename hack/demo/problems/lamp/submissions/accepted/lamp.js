const fs = require("fs");

/** One line, as soon as it is there. */
function readWord() {
    const byte = Buffer.alloc(1);
    let word = "";
    while (fs.readSync(0, byte, 0, 1) === 1 && byte[0] !== 10) {
        word += String.fromCharCode(byte[0]);
    }
    return word;
}

let low = 1;
let high = Number(readWord());
for (;;) {
    const middle = Math.floor((low + high) / 2);
    console.log(String(middle));
    const word = readWord();
    if (word === "found") {
        break;
    }
    if (word === "deeper") {
        low = middle + 1;
    } else {
        high = middle - 1;
    }
}
