/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.jail;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * A jail server of its own process. One thread at a time makes requests; {@link #kill()} may come
 * from any other.
 */
public final class JailClient implements AutoCloseable {

    private static final System.Logger log = System.getLogger(JailClient.class.getName());
    private static final int PIECE = 1 << 20;
    private static final Duration ANSWER_TIME = Duration.ofSeconds(20);

    private static final ScheduledExecutorService watchdog =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("jail-watchdog").factory());

    private final Process process;
    private final DataInputStream in;
    private final OutputStream out;
    // a kill frame must not land within another frame, nor before the exec that it is meant for
    private final ReentrantLock writing = new ReentrantLock();
    private final LastWords lastWords;
    private final Hello hello;
    // the answer to an open that was sent along with what came after it
    private boolean openIsUnanswered;

    private JailClient(Process process) throws JailBroken {
        this.process = process;
        this.in = new DataInputStream(new BufferedInputStream(process.getInputStream(), 1 << 16));
        this.out = new BufferedOutputStream(process.getOutputStream(), 1 << 16);
        this.lastWords = new LastWords(process.getErrorStream());
        try {
            this.hello = Hello.of(answer(ANSWER_TIME));
        } catch (JailException e) {
            process.destroyForcibly();
            throw new JailBroken(String.valueOf(e.getMessage()), e);
        }
    }

    /** Starts a server and waits until it says hello. */
    public static JailClient start(JailCommand command) throws JailBroken {
        try {
            ProcessBuilder builder = new ProcessBuilder(command.line());
            // the database's password and the like are no business of the jail
            builder.environment().keySet().retainAll(java.util.Set.of("PATH", "LANG"));
            return new JailClient(builder.start());
        } catch (IOException e) {
            throw new JailBroken(
                    "cannot start " + command.line().getFirst() + ": " + e.getMessage(), e);
        }
    }

    public Hello hello() {
        return hello;
    }

    /** The process id of the server, for those who watch it. */
    public long pid() {
        return process.pid();
    }

    /**
     * Opens an empty workspace whose boxes may hold so many bytes together. Goes to the server with
     * the next request, which is told of a failure: each wait for an answer costs two switches
     * between processes, and into a sandbox and out of it.
     */
    public void open(long bytes) throws JailException {
        settleOpen();
        writing.lock();
        try {
            write(new Frame('W').number('s', bytes));
        } finally {
            writing.unlock();
        }
        openIsUnanswered = true;
    }

    private void settleOpen() throws JailException {
        if (openIsUnanswered) {
            openIsUnanswered = false;
            flush();
            expect('A', answer(ANSWER_TIME));
        }
    }

    /** Puts a file; one of this name is replaced. */
    public void put(Box box, String name, byte[] content) throws JailException {
        put(box, name, new java.io.ByteArrayInputStream(content));
    }

    /** Puts a file from a stream, piece by piece. */
    public void put(Box box, String name, InputStream content) throws JailException {
        boolean first = true;
        try {
            byte[] piece = content.readNBytes(PIECE);
            while (first || piece.length > 0) {
                Frame frame =
                        new Frame('F')
                                .text('b', box.letter())
                                .text('n', name)
                                .number('m', 0644)
                                .bytes('c', piece);
                if (!first) {
                    frame.number('a', 1);
                }
                request(frame);
                first = false;
                piece = content.readNBytes(PIECE);
            }
        } catch (IOException e) {
            throw new JailBroken("a file for the jail cannot be read: " + e.getMessage(), e);
        }
    }

    /**
     * Runs a program to its end.
     *
     * @param cancelled asked once more just before the start: what is cancelled never starts
     */
    public Ended exec(Exec exec, PieceSink stdout, PieceSink stderr, BooleanSupplier cancelled)
            throws JailException, ExecCancelled {
        Ended ended =
                Ended.of(
                        run(
                                exec.frame(),
                                exec.limits().wallMicros(),
                                Map.of("stdout", stdout, "stderr", stderr),
                                cancelled));
        if (ended.stop() == Stop.KILLED) {
            throw new ExecCancelled();
        }
        return ended;
    }

    /**
     * Runs two programs that talk to each other until both have ended.
     *
     * @param stdout of the first, as it printed it to the second
     * @param stderr of the first
     * @param secondStderr of the second
     * @param cancelled asked once more just before the start: what is cancelled never starts
     */
    public JoinedEnd exec(
            JoinedExec exec,
            PieceSink stdout,
            PieceSink stderr,
            PieceSink secondStderr,
            BooleanSupplier cancelled)
            throws JailException, ExecCancelled {
        JoinedEnd ended =
                JoinedEnd.of(
                        run(
                                exec.frame(),
                                exec.first().limits().wallMicros()
                                        + exec.second().limits().wallMicros(),
                                Map.of(
                                        "stdout", stdout,
                                        "stderr", stderr,
                                        "stderr2", secondStderr),
                                cancelled));
        if (ended.first().stop() == Stop.KILLED || ended.second().stop() == Stop.KILLED) {
            throw new ExecCancelled();
        }
        return ended;
    }

    private Frame run(
            Frame exec, long wallMicros, Map<String, PieceSink> sinks, BooleanSupplier cancelled)
            throws JailException, ExecCancelled {
        writing.lock();
        try {
            if (cancelled.getAsBoolean()) {
                throw new ExecCancelled();
            }
            send(exec);
        } finally {
            writing.unlock();
        }
        Duration time = ANSWER_TIME.plus(wallMicros, java.time.temporal.ChronoUnit.MICROS);
        while (true) {
            Frame frame = answer(time);
            if (frame.type() == 'V') {
                return frame;
            }
            expect('C', frame);
            sinks.getOrDefault(frame.text('n'), PieceSink.none()).accept(frame.bytes('c'));
        }
    }

    /** Kills the program that is running; without one it does nothing. */
    public void kill() {
        writing.lock();
        try {
            send(new Frame('K'));
        } catch (JailBroken e) {
            // then nothing runs any more
            log.log(System.Logger.Level.DEBUG, "kill", e);
        } finally {
            writing.unlock();
        }
    }

    /** A file of the data box, at most so many bytes of it. JailRefused when there is none. */
    public byte[] get(String name, int limit) throws JailException {
        KeptBytes kept = new KeptBytes(limit);
        sendAlone(new Frame('G').text('n', name).number('l', limit));
        while (true) {
            Frame frame = answer(ANSWER_TIME);
            if (frame.type() == 'A') {
                return kept.bytes();
            }
            expect('C', frame);
            kept.accept(frame.bytes('c'));
        }
    }

    public void remove(String name) throws JailException {
        request(new Frame('R').text('n', name));
    }

    /** Drops the workspace with all that is in it. */
    public void drop() throws JailException {
        request(new Frame('D'));
    }

    private void request(Frame frame) throws JailException {
        sendAlone(frame);
        expect('A', answer(ANSWER_TIME));
    }

    private void sendAlone(Frame frame) throws JailBroken {
        writing.lock();
        try {
            send(frame);
        } finally {
            writing.unlock();
        }
    }

    private void send(Frame frame) throws JailBroken {
        write(frame);
        flush();
    }

    private void write(Frame frame) throws JailBroken {
        try {
            frame.writeTo(out);
        } catch (IOException e) {
            throw deaf(e);
        }
    }

    private void flush() throws JailBroken {
        try {
            out.flush();
        } catch (IOException e) {
            throw deaf(e);
        }
    }

    private JailBroken deaf(IOException e) {
        return broken("the jail server does not listen any more", e);
    }

    /** Waits for the answer to the request that was sent last, and first for that of an open. */
    private Frame answer(Duration time) throws JailException {
        if (openIsUnanswered) {
            openIsUnanswered = false;
            try {
                expect('A', frame(ANSWER_TIME));
            } catch (JailRefused e) {
                // without a workspace every other request has an answer of one frame too
                frame(ANSWER_TIME);
                throw e;
            }
        }
        return frame(time);
    }

    /** Waits for a frame; a server that says nothing for so long is killed. */
    private Frame frame(Duration time) throws JailException {
        Future<?> alarm =
                watchdog.schedule(process::destroyForcibly, time.toMillis(), TimeUnit.MILLISECONDS);
        try {
            Frame frame = Frame.read(in);
            if (frame.type() == 'E') {
                throw new JailRefused(frame.text('k'), frame.text('t'));
            }
            return frame;
        } catch (IOException e) {
            throw broken("the jail server cannot be read", e);
        } catch (JailBroken e) {
            throw broken(String.valueOf(e.getMessage()), e);
        } finally {
            alarm.cancel(false);
        }
    }

    private JailBroken broken(String what, Exception cause) {
        // before it is destroyed, which closes its standard error under the reader
        String words = lastWords.text();
        process.destroyForcibly();
        return new JailBroken(words.isEmpty() ? what : what + ": " + words, cause);
    }

    private static void expect(char type, Frame frame) throws JailBroken {
        if (frame.type() != type) {
            throw new JailBroken(
                    "frame " + type + " was due from the jail server, " + frame.type() + " came");
        }
    }

    /** Ends the server and whatever runs in it. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            log.log(System.Logger.Level.DEBUG, "close", e);
        }
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** Keeps what the server says on standard error: the reason, when it cannot start. */
    private static final class LastWords {

        private static final int LONGEST = 2_000;

        private final StringBuilder words = new StringBuilder();
        private final Thread reader;

        LastWords(InputStream stream) {
            reader = Thread.ofPlatform().daemon().name("jail-stderr").start(() -> read(stream));
        }

        private void read(InputStream stream) {
            try (BufferedReader lines =
                    new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    log.log(System.Logger.Level.WARNING, "jail: {0}", line);
                    keep(line);
                }
            } catch (IOException e) {
                log.log(System.Logger.Level.DEBUG, "standard error of the jail server", e);
            }
        }

        private synchronized void keep(String line) {
            if (words.length() + line.length() < LONGEST) {
                words.append(words.isEmpty() ? "" : " ").append(line);
            }
        }

        String text() {
            try {
                reader.join(Duration.ofSeconds(1));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            synchronized (this) {
                return words.toString();
            }
        }
    }
}
