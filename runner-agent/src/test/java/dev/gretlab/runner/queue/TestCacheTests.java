/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gretlab.runner.agent.Lab;
import dev.gretlab.runner.queue.Registration.OfferedLanguage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("db")
class TestCacheTests {

    @TempDir private Path folder;
    private Lab lab;
    private Queue queue;
    private UUID runnerId;
    private final List<UUID> held = new ArrayList<>();

    @BeforeEach
    void open() throws Exception {
        lab = Lab.open();
        queue =
                new Queue(
                        new DatabaseAddress(
                                lab.database().url(),
                                lab.database().role("runner"),
                                lab.database().password()));
        runnerId =
                queue.register(
                                new Registration(
                                        "test",
                                        "1",
                                        8,
                                        8_192,
                                        "namespaces",
                                        Map.of(),
                                        List.of(
                                                new OfferedLanguage(
                                                        "python", "Python", "3", "py", "python",
                                                        "main.py"))))
                        .runnerId();
    }

    @AfterEach
    void close() {
        queue.close();
        lab.close();
    }

    private ClaimedJob jobWithTests(UUID problem) throws Exception {
        lab.submit(problem, "python", "pass");
        ClaimedJob job = queue.claim(runnerId, List.of("python"), 1, 8_192, held).getFirst();
        held.add(job.token());
        return job;
    }

    private long filesKept() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.count();
        }
    }

    @Test
    void theOldestGoFirstButNoneThatAJobNeeds() throws Exception {
        UUID course = lab.course();
        UUID first = lab.problem(course, "first", "{\"kind\": \"default\"}");
        lab.test(first, 1, false, "a".repeat(600), "b".repeat(600));
        UUID second = lab.problem(course, "second", "{\"kind\": \"default\"}");
        lab.test(second, 1, false, "c".repeat(600), "d".repeat(600));
        TestCache cache = new TestCache(folder, 1_500, queue);
        ClaimedJob one = jobWithTests(first);
        ClaimedJob two = jobWithTests(second);
        Set<String> ofOne = one.assignment().work().files();
        Set<String> ofTwo = two.assignment().work().files();
        try (TestCache.Pinned pinnedOne = cache.pin(one.token(), ofOne)) {
            try (TestCache.Pinned pinnedTwo = cache.pin(two.token(), ofTwo)) {
                for (String hash : ofOne) {
                    assertThat(pinnedOne.size(hash)).isEqualTo(600);
                }
                assertThat(pinnedTwo.size(ofTwo.iterator().next())).isEqualTo(600);
            }
            assertThat(filesKept()).isEqualTo(4);
        }
        UUID third = lab.problem(course, "third", "{\"kind\": \"default\"}");
        lab.test(third, 1, false, "e".repeat(600), "c".repeat(600));
        ClaimedJob three = jobWithTests(third);
        try (TestCache.Pinned pinned =
                cache.pin(three.token(), three.assignment().work().files())) {
            assertThat(filesKept()).isEqualTo(2);
            assertThat(pinned.size(three.assignment().work().files().iterator().next()))
                    .isEqualTo(600);
        }
    }

    @Test
    void onlyFilesOfTheJobAreServed() throws Exception {
        UUID course = lab.course();
        UUID own = lab.problem(course, "own", "{\"kind\": \"default\"}");
        lab.test(own, 1, false, "1", "2");
        UUID other = lab.problem(course, "other", "{\"kind\": \"default\"}");
        lab.test(other, 1, false, "3", "4");
        TestCache cache = new TestCache(folder, 1_500, queue);
        ClaimedJob job = jobWithTests(own);
        Set<String> ofOther = jobWithTests(other).assignment().work().files();
        assertThatThrownBy(() -> cache.pin(job.token(), ofOther))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no test file");
        assertThatThrownBy(() -> cache.pin(UUID.randomUUID(), ofOther))
                .isInstanceOf(LeaseLost.class);
    }

    @Test
    void whatAnEarlierProcessDidNotFinishIsRemoved() throws Exception {
        Files.writeString(folder.resolve("0".repeat(64) + ".part"), "half");
        assertThat(filesKept()).isEqualTo(1);
        assertThat(new TestCache(folder, 1_500, queue)).isNotNull();
        assertThat(filesKept()).isZero();
    }
}
