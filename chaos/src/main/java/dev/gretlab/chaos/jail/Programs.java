/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.jail;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;

/** The smallest program of each language: it says when it ran, in nanoseconds since 1970. */
final class Programs {

    static final String PYTHON = "import time\nprint(time.time_ns())\n";

    static final Map<String, String> ALL =
            Map.of(
                    "python",
                    PYTHON,
                    "c",
                    """
                    #include <stdio.h>
                    #include <time.h>
                    int main(void) {
                        struct timespec now;
                        clock_gettime(CLOCK_REALTIME, &now);
                        printf("%ld%09ld\\n", (long)now.tv_sec, now.tv_nsec);
                        return 0;
                    }
                    """,
                    "cpp",
                    """
                    #include <chrono>
                    #include <iostream>
                    int main() {
                        auto now = std::chrono::system_clock::now().time_since_epoch();
                        std::cout << std::chrono::nanoseconds(now).count() << std::endl;
                    }
                    """,
                    "java",
                    """
                    public class Main {
                        public static void main(String[] arguments) {
                            System.out.println(System.currentTimeMillis() * 1_000_000);
                        }
                    }
                    """);

    private Programs() {}

    static long now() {
        Instant now = Instant.now();
        return now.getEpochSecond() * 1_000_000_000 + now.getNano();
    }

    /** How long after a moment the program ran that printed this. */
    static long after(long moment, byte[] printed) throws IOException {
        String text = new String(printed, StandardCharsets.UTF_8).strip();
        try {
            return Long.parseLong(text) - moment;
        } catch (NumberFormatException e) {
            throw new IOException("a program printed \"" + text + "\" instead of the time", e);
        }
    }
}
