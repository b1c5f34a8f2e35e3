/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** What the class runs and submits. A quarter of the presses are submits. */
final class Tasks {

    private static final double SUBMITS = 0.25;

    private final List<Maker> runs = new ArrayList<>();
    private final List<Task> submits = new ArrayList<>();

    private interface Maker {
        Task draw(RandomGenerator random);
    }

    /**
     * @param problems folder of the demo problems, whose example submissions are sent
     */
    static Tasks of(LoadArguments.Mix mix, Path problems) throws IOException {
        Tasks tasks = new Tasks();
        // Two of hello's two tests and one of beads' fourteen: six tests a submit on average.
        // Each three times, so that the other submits of the mix stay the smaller part.
        for (int i = 0; i < (mix == LoadArguments.Mix.PYTHON ? 1 : 3); i++) {
            tasks.submit(problems, "hello", "accepted/hello.py");
            tasks.submit(problems, "hello", "accepted/hello.py");
            tasks.submit(problems, "beads", "accepted/beads.py");
            tasks.runs.add(Tasks::sum);
            tasks.runs.add(Tasks::squares);
            tasks.runs.add(Tasks::words);
        }
        if (mix == LoadArguments.Mix.ALL) {
            tasks.others(problems);
        }
        return tasks;
    }

    private void others(Path problems) throws IOException {
        submit(problems, "hello", "accepted/hello.c");
        submit(problems, "beads", "accepted/beads.cpp");
        submit(problems, "hello", "accepted/Hello.java");
        submit(problems, "hello", "accepted/hello.js");
        submit(problems, "hello", "wrong_answer/no_exclamation_mark.py");
        submit(problems, "rainfall", "wrong_answer/two_decimals.c");
        submit(problems, "hello", "run_time_error/reads_a_name.py");
        submit(problems, "signals", "time_limit_exceeded/every_pair.py");
        runs.add(Tasks::sumInC);
        runs.add(Tasks::sumInCpp);
        runs.add(Tasks::sumInJava);
        runs.add(Tasks::sumInJavaScript);
        runs.add(random ->
                run("crash", "python", "print(1 // 0)\n", "", null, "runtime_error", null));
        runs.add(random ->
                run(
                        "abort",
                        "c",
                        "#include <stdlib.h>\nint main(void) { abort(); }\n",
                        "",
                        null,
                        "runtime_error",
                        null));
        runs.add(random ->
                run(
                        "misspelt",
                        "c",
                        "int main(void) { retrun 0; }\n",
                        "",
                        null,
                        "compile_error",
                        null));
        runs.add(random ->
                run("endless", "python", "while True:\n    pass\n", "", 500, "time_limit", null));
    }

    private void submit(Path problems, String slug, String path) throws IOException {
        Path file = problems.resolve(slug).resolve("submissions").resolve(path);
        if (!Files.isReadable(file)) {
            throw new IllegalArgumentException(
                    file + " is not there: the demo problems are needed.");
        }
        String verdict =
                switch (path.substring(0, path.indexOf('/'))) {
                    case "accepted" -> "accepted";
                    case "wrong_answer" -> "wrong_answer";
                    case "run_time_error" -> "runtime_error";
                    case "time_limit_exceeded" -> "time_limit";
                    default -> throw new IllegalArgumentException(path);
                };
        String language =
                switch (path.substring(path.lastIndexOf('.') + 1)) {
                    case "py" -> "python";
                    case "c" -> "c";
                    case "cpp" -> "cpp";
                    case "java" -> "java";
                    case "js" -> "javascript";
                    default -> throw new IllegalArgumentException(path);
                };
        submits.add(
                new Task(
                        slug + "/" + path,
                        language,
                        Files.readString(file),
                        "",
                        slug,
                        null,
                        verdict,
                        null));
    }

    Task draw(RandomGenerator random) {
        return random.nextDouble() < SUBMITS
                ? submits.get(random.nextInt(submits.size()))
                : runs.get(random.nextInt(runs.size())).draw(random);
    }

    private static Task run(
            String name,
            String language,
            String source,
            String stdin,
            @Nullable Integer cpuMs,
            String verdict,
            @Nullable String stdout) {
        return new Task(name, language, source, stdin, null, cpuMs, verdict, stdout);
    }

    private static Task sum(RandomGenerator random) {
        return addition(
                random, "sum", "python", "a, b = map(int, input().split())\nprint(a + b)\n");
    }

    private static Task squares(RandomGenerator random) {
        long n = random.nextInt(1_000, 20_000);
        return run(
                "squares",
                "python",
                "total = 0\nfor i in range(" + n + "):\n    total += i * i\nprint(total)\n",
                "",
                null,
                "accepted",
                (n - 1) * n * (2 * n - 1) / 6 + "\n");
    }

    private static Task words(RandomGenerator random) {
        int n = random.nextInt(2, 60);
        return run(
                "words",
                "python",
                "import sys\nwords = sys.stdin.read().split()\nprint(len(words), len(set(words)))\n",
                "red green ".repeat(n),
                null,
                "accepted",
                2 * n + " 2\n");
    }

    private static Task sumInC(RandomGenerator random) {
        return addition(
                random,
                "sum",
                "c",
                "#include <stdio.h>\nint main(void) { int a, b; if (scanf(\"%d %d\", &a, &b) != 2) return 1; printf(\"%d\\n\", a + b); }\n");
    }

    private static Task sumInCpp(RandomGenerator random) {
        return addition(
                random,
                "sum",
                "cpp",
                "#include <iostream>\nint main() { int a, b; std::cin >> a >> b; std::cout << a + b << '\\n'; }\n");
    }

    private static Task sumInJava(RandomGenerator random) {
        return addition(
                random,
                "sum",
                "java",
                """
                import java.util.Scanner;

                public class Main {
                    public static void main(String[] args) {
                        Scanner in = new Scanner(System.in);
                        System.out.println(in.nextInt() + in.nextInt());
                    }
                }
                """);
    }

    private static Task sumInJavaScript(RandomGenerator random) {
        return addition(
                random,
                "sum",
                "javascript",
                "const [a, b] = require('fs').readFileSync(0, 'utf8').split(' ').map(Number);\nconsole.log(a + b);\n");
    }

    private static Task addition(
            RandomGenerator random, String name, String language, String source) {
        int a = random.nextInt(1_000_000);
        int b = random.nextInt(1_000_000);
        return run(name, language, source, a + " " + b + "\n", null, "accepted", (a + b) + "\n");
    }
}
