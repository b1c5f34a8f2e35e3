/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import dev.gretlab.runner.jail.ExecCancelled;
import dev.gretlab.runner.jail.JailBroken;
import dev.gretlab.runner.jail.JailClient;
import dev.gretlab.runner.jail.JailException;
import dev.gretlab.runner.jail.JailRefused;
import dev.gretlab.runner.jail.RealJail;
import dev.gretlab.runner.language.Language;
import dev.gretlab.runner.language.LanguageFile;
import dev.gretlab.runner.language.Languages;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;

/** A real jail and the judge over it, with test files in memory. */
final class JailBench implements AutoCloseable {

    private final JailClient jail;
    private final Languages languages = LanguageFile.read(RealJail.languages());
    private final Map<String, Boolean> offered = new HashMap<>();
    private final Judge judge;
    private final Files files = new Files();

    JailBench(int uid) throws JailBroken {
        this(RealJail.start(uid));
    }

    JailBench(JailClient jail) {
        this(jail, new Repeats(Duration.ofHours(1), Duration.ofHours(1), System::nanoTime));
    }

    JailBench(int uid, Repeats repeats) throws JailBroken {
        this(RealJail.start(uid), repeats);
    }

    JailBench(JailClient jail, Repeats repeats) {
        this.jail = jail;
        this.judge = new Judge(languages, repeats, Cores.uncounted());
    }

    JailClient jail() {
        return jail;
    }

    /** Whether the tools of this language are in the jail. */
    boolean offers(String id) throws JailException, ExecCancelled {
        Boolean known = offered.get(id);
        if (known == null) {
            Language language = Objects.requireNonNull(languages.find(id), id);
            jail.open(1 << 20);
            try {
                known =
                        jail.exec(
                                        Launch.tool(language.versionCommand()),
                                        piece -> {},
                                        piece -> {},
                                        () -> false)
                                .succeeded();
            } catch (JailRefused e) {
                known = false; // there is no such program
            }
            offered.put(id, known);
        }
        return known;
    }

    Judgement judge(Assignment assignment) throws JailException, JudgeFailed, ExecCancelled {
        return judge.judge(assignment, jail, files, (done, total) -> {}, () -> false);
    }

    Judgement run(String language, String source, String stdin, Limits limits)
            throws JailException, JudgeFailed, ExecCancelled {
        return judge(
                new Assignment(
                        7,
                        language,
                        source.getBytes(StandardCharsets.UTF_8),
                        limits,
                        new Work.FreeRun(stdin.getBytes(StandardCharsets.UTF_8))));
    }

    /** Makes a file known; answers its hash. */
    String file(String content) {
        return file(content.getBytes(StandardCharsets.UTF_8));
    }

    String file(byte[] content) {
        return files.add(content);
    }

    @Override
    public void close() {
        jail.close();
    }

    private static final class Files implements TestFiles {

        private final Map<String, byte[]> contents = new HashMap<>();

        String add(byte[] content) {
            try {
                String hash =
                        HexFormat.of()
                                .formatHex(MessageDigest.getInstance("SHA-256").digest(content));
                contents.put(hash, content);
                return hash;
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException(e);
            }
        }

        private byte[] content(String hash) throws IOException {
            byte[] content = contents.get(hash);
            if (content == null) {
                throw new IOException("no file " + hash);
            }
            return content;
        }

        @Override
        public InputStream open(String hash) throws IOException {
            return new java.io.ByteArrayInputStream(content(hash));
        }

        @Override
        public long size(String hash) throws IOException {
            return content(hash).length;
        }
    }
}
