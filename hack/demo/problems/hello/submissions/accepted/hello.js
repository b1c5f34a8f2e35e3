console.log("Hello, Gretlab!");
