/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.queue;

import dev.gretlab.runner.judge.TestFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Files of tests on this runner's disk, by the SHA-256 of their content. Bounded: the ones that
 * were not used for longest go first, those of jobs in hand stay.
 */
public final class TestCache {

    // so that other calls, heartbeats above all, find their turn between
    private static final int FETCHED_TOGETHER = 8;

    private final Path folder;
    private final long mostBytes;
    private final Queue queue;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Integer> pins = new HashMap<>();
    // a disk may have lost or changed what an earlier process wrote, so that is read once first
    private final Set<String> verified = new HashSet<>();

    /** Uses the folder, which is made when it is not there. */
    public TestCache(Path folder, long mostBytes, Queue queue) throws IOException {
        this.folder = Files.createDirectories(folder);
        this.mostBytes = mostBytes;
        this.queue = queue;
        try (DirectoryStream<Path> unfinished = Files.newDirectoryStream(folder, "*.part")) {
            for (Path file : unfinished) {
                Files.delete(file);
            }
        }
    }

    /**
     * Makes files present and keeps them until the answer is closed. IOException also when the
     * database has no such file.
     */
    public Pinned pin(UUID token, Set<String> hashes) throws IOException, DatabaseAway, LeaseLost {
        lock.lock();
        try {
            hashes.forEach(hash -> pins.merge(hash, 1, Integer::sum));
            Pinned pinned = new Pinned(Set.copyOf(hashes));
            try {
                fetchMissing(token, hashes);
            } catch (IOException | DatabaseAway | LeaseLost | RuntimeException e) {
                pinned.close();
                throw e;
            }
            return pinned;
        } finally {
            lock.unlock();
        }
    }

    private void fetchMissing(UUID token, Set<String> hashes)
            throws IOException, DatabaseAway, LeaseLost {
        List<String> missing = new ArrayList<>();
        for (String hash : hashes) {
            if (present(hash)) {
                Files.setLastModifiedTime(path(hash), FileTime.from(Instant.now()));
            } else {
                missing.add(hash);
            }
        }
        for (int i = 0; i < missing.size(); i += FETCHED_TOGETHER) {
            List<String> wanted =
                    missing.subList(i, Math.min(missing.size(), i + FETCHED_TOGETHER));
            Map<String, byte[]> files = queue.fetchTests(token, wanted);
            for (String hash : wanted) {
                byte[] content = files.get(hash);
                if (content == null) {
                    throw new IOException("the database has no test file " + hash);
                }
                write(hash, content);
            }
        }
        if (!missing.isEmpty()) {
            evict();
        }
    }

    private boolean present(String hash) throws IOException {
        Path file = path(hash);
        if (verified.contains(hash)) {
            return Files.exists(file);
        }
        try (InputStream in = Files.newInputStream(file)) {
            MessageDigest digest = sha256();
            byte[] piece = new byte[1 << 16];
            for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
                digest.update(piece, 0, length);
            }
            if (HexFormat.of().formatHex(digest.digest()).equals(hash)) {
                verified.add(hash);
                return true;
            }
            return false;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private void write(String hash, byte[] content) throws IOException {
        if (!HexFormat.of().formatHex(sha256().digest(content)).equals(hash)) {
            throw new IOException("test file " + hash + " came with another content");
        }
        Path unfinished = folder.resolve(hash + ".part");
        Files.write(unfinished, content);
        Files.move(
                unfinished,
                path(hash),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
        verified.add(hash);
    }

    private record Kept(Path path, long size, FileTime used) {}

    private void evict() throws IOException {
        List<Kept> files = new ArrayList<>();
        long total = 0;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
            for (Path file : all) {
                BasicFileAttributes attributes =
                        Files.readAttributes(file, BasicFileAttributes.class);
                files.add(new Kept(file, attributes.size(), attributes.lastModifiedTime()));
                total += attributes.size();
            }
        }
        files.sort(Comparator.comparing(Kept::used));
        for (Kept file : files) {
            String hash = file.path().getFileName().toString();
            if (total <= mostBytes) {
                return;
            }
            if (!pins.containsKey(hash)) {
                Files.delete(file.path());
                verified.remove(hash);
                total -= file.size();
            }
        }
    }

    private Path path(String hash) {
        if (!hash.matches("[0-9a-f]{64}")) {
            throw new IllegalArgumentException("not a SHA-256 in hex");
        }
        return folder.resolve(hash);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Files that stay until this is closed. */
    public final class Pinned implements TestFiles, AutoCloseable {

        private final Set<String> hashes;

        private Pinned(Set<String> hashes) {
            this.hashes = hashes;
        }

        @Override
        public InputStream open(String hash) throws IOException {
            return Files.newInputStream(path(hash));
        }

        @Override
        public long size(String hash) throws IOException {
            return Files.size(path(hash));
        }

        @Override
        public void close() {
            lock.lock();
            try {
                hashes.forEach(hash ->
                        pins.computeIfPresent(hash, (key, count) -> count == 1 ? null : count - 1));
            } finally {
                lock.unlock();
            }
        }
    }
}
