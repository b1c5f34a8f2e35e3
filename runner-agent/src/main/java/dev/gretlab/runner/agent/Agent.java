/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.agent;

import com.sun.management.OperatingSystemMXBean;
import dev.gretlab.runner.jail.JailBroken;
import dev.gretlab.runner.jail.JailClient;
import dev.gretlab.runner.jail.JailCommand;
import dev.gretlab.runner.jail.JailException;
import dev.gretlab.runner.judge.Cores;
import dev.gretlab.runner.judge.Judge;
import dev.gretlab.runner.judge.Repeats;
import dev.gretlab.runner.language.Language;
import dev.gretlab.runner.language.LanguageFile;
import dev.gretlab.runner.language.LanguageFile.LanguageFileException;
import dev.gretlab.runner.language.Languages;
import dev.gretlab.runner.queue.DatabaseAway;
import dev.gretlab.runner.queue.Queue;
import dev.gretlab.runner.queue.QueueRefused;
import dev.gretlab.runner.queue.Registration;
import dev.gretlab.runner.queue.TestCache;
import dev.gretlab.runner.queue.WakeUps;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A runner from its start to its end. Started once; ends after {@link #drain()}, or sooner after
 * {@link #giveUp()}.
 */
public final class Agent {

    private static final System.Logger log = System.getLogger(Agent.class.getName());
    private static final long TEST_CACHE_BYTES = 1L << 30;
    private static final Duration REPEATS_A_MINUTE = Duration.ofSeconds(15);
    private static final Duration REPEATS_OF_A_STUDENT = Duration.ofSeconds(5);
    private static final Duration LONGEST_DRAIN = Duration.ofMinutes(5);
    private static final Duration LAST_WORDS = Duration.ofSeconds(10);

    private final RunnerSettings settings;
    private final RunnerMetrics metrics = new RunnerMetrics();
    private final JobsInHand jobs = new JobsInHand();
    private final List<Slot> slots = new ArrayList<>();
    private final AtomicBoolean draining = new AtomicBoolean();
    private final AtomicBoolean givingUp = new AtomicBoolean();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean ready;
    private @Nullable Thread starter; // guarded by this
    private @Nullable Work work; // guarded by this

    /** What exists once the runner has registered. */
    private record Work(
            Queue queue,
            WakeUps wakeUps,
            Claims claims,
            Heartbeat heartbeat,
            ProgressReports progress,
            Announcer announcer,
            Reports reports) {}

    public Agent(RunnerSettings settings) {
        this.settings = settings;
    }

    public RunnerMetrics metrics() {
        return metrics;
    }

    /** Registered and not draining. */
    public boolean ready() {
        return ready && !draining.get();
    }

    /** Checks the jail, registers, and begins to claim. Interrupted when it is drained before. */
    public void start() throws StartFailed, SettingsException, InterruptedException {
        synchronized (this) {
            starter = Thread.currentThread();
        }
        Languages described = languageFile();
        checkWorkDir();
        JailClient first = startJail(0, described);
        Map<String, Object> selfTest;
        Map<Language, String> versions;
        try {
            JailProbe probe = new JailProbe(first);
            selfTest = probe.selfTest();
            versions = probe.versions(described);
        } catch (JailException e) {
            throw new StartFailed("The jail failed its self test: " + e.getMessage(), e);
        }
        List<String> broken = JailProbe.broken(selfTest);
        if (!broken.isEmpty()) {
            throw new StartFailed(
                    "The jail does not hold here, so no program is run: "
                            + String.join(", ", broken)
                            + " failed in its self test.");
        }
        if (versions.isEmpty()) {
            throw new StartFailed(
                    "None of the languages of "
                            + settings.languages()
                            + " is installed: none of their version commands succeeds in the jail.");
        }
        Languages languages = described.only(versions::containsKey);
        Capacity capacity =
                Capacity.of(
                        settings.slots(),
                        settings.memoryMb(),
                        Runtime.getRuntime().availableProcessors(),
                        machineMemoryMb(),
                        languages);
        String isolation = first.hello().isolation();
        log.log(
                System.Logger.Level.INFO,
                "{0} slots, {1} MiB for jobs, isolation: {2}, languages: {3}",
                capacity.slots(),
                Integer.toString(capacity.memoryMb()),
                isolation,
                offered(versions).stream()
                        .map(language -> language.id() + " " + language.version())
                        .toList());
        begin(first, languages, capacity, isolation, selfTest, versions);
    }

    private void begin(
            JailClient first,
            Languages languages,
            Capacity capacity,
            String isolation,
            Map<String, Object> selfTest,
            Map<Language, String> versions)
            throws StartFailed, InterruptedException {
        Queue queue = new Queue(settings.database());
        Membership membership;
        try {
            membership =
                    Membership.join(
                            queue,
                            new Registration(
                                    settings.name(),
                                    version(),
                                    capacity.slots(),
                                    capacity.memoryMb(),
                                    isolation,
                                    selfTest,
                                    offered(versions)));
        } catch (QueueRefused e) {
            throw new StartFailed(
                    "The database does not take this runner: "
                            + e.getMessage()
                            + ". Check GRETLAB_DB_USER and its password, and that the migration of"
                            + " this version has run.",
                    e);
        }
        Announcer announcer = new Announcer(queue);
        Reports reports = new Reports(queue, announcer, metrics, isolation);
        Repeats repeats = new Repeats(REPEATS_A_MINUTE, REPEATS_OF_A_STUDENT, System::nanoTime);
        Claims claims =
                new Claims(
                        queue, membership, jobs, repeats, metrics, languages, capacity.memoryMb());
        Slot.Shared shared =
                new Slot.Shared(
                        new Judge(languages, repeats, cores(isolation)),
                        testCache(queue),
                        reports,
                        jobs,
                        metrics,
                        draining::get,
                        claims::free);
        for (int i = 0; i < capacity.slots(); i++) {
            slots.add(
                    new Slot(
                            i,
                            jailCommand(i, languages),
                            i == 0 ? first : startJail(i, languages),
                            shared));
        }
        metrics.slots(() -> slots.size() - claims.freeSlots(), claims::freeSlots);
        Heartbeat heartbeat =
                new Heartbeat(
                        queue,
                        membership,
                        jobs,
                        announcer,
                        metrics,
                        () -> draining.get() ? "draining" : "ready",
                        capacity.memoryMb());
        ProgressReports progress = new ProgressReports(queue, jobs, announcer);
        begun(
                new Work(
                        queue,
                        WakeUps.listen(settings.database(), claims::ask),
                        claims,
                        heartbeat,
                        progress,
                        announcer,
                        reports));
        for (Slot slot : slots) {
            slot.start();
            claims.free(slot);
        }
        announcer.start();
        heartbeat.start();
        progress.start();
        claims.start();
        ready = true;
    }

    private static Cores cores(String isolation) {
        return isolation.equals("gvisor")
                ? Cores.of(Runtime.getRuntime().availableProcessors())
                : Cores.uncounted();
    }

    /** Claims no more, finishes what it has, and ends. */
    public void drain() {
        if (draining.compareAndSet(false, true)) {
            log.log(
                    System.Logger.Level.INFO,
                    "Draining: no new jobs, {0} to finish.",
                    jobs.count());
            Thread.ofPlatform().name("drain").start(this::end);
        }
    }

    /** Hands back at once what is not finished. */
    public void giveUp() {
        drain();
        if (givingUp.compareAndSet(false, true)) {
            jobs.all().forEach(job -> job.kill(JobInHand.Kill.DRAIN));
        }
    }

    public void awaitEnd() throws InterruptedException {
        ended.await();
    }

    private void end() {
        try {
            Work begun = begunOrInterrupted();
            if (begun != null) {
                end(begun);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            ended.countDown();
        }
    }

    /** What has begun; when nothing has, the start is given up. */
    private synchronized @Nullable Work begunOrInterrupted() {
        if (work == null && starter != null) {
            starter.interrupt();
        }
        return work;
    }

    private synchronized void begun(Work begun) throws InterruptedException {
        if (draining.get()) {
            throw new InterruptedException("drained before it began");
        }
        work = begun;
    }

    private void end(Work begun) throws InterruptedException {
        begun.wakeUps().close();
        begun.claims().stop();
        try {
            begun.heartbeat().beat();
        } catch (DatabaseAway | QueueRefused e) {
            log.log(System.Logger.Level.DEBUG, "beat", e);
        }
        begun.claims().awaitStopped();
        if (!awaitNoJobs(LONGEST_DRAIN, true)) {
            log.log(System.Logger.Level.WARNING, "Giving back {0} jobs.", jobs.count());
            jobs.all().forEach(job -> job.kill(JobInHand.Kill.DRAIN));
            if (!awaitNoJobs(LAST_WORDS, false)) {
                begun.reports().abandon();
                awaitNoJobs(LAST_WORDS, false);
            }
        }
        begun.progress().stop();
        begun.heartbeat().stop();
        gone(begun);
        begun.announcer().stop();
        begun.queue().close();
        for (Slot slot : slots) {
            slot.stop();
        }
        for (Slot slot : slots) {
            slot.awaitStopped();
        }
        log.log(System.Logger.Level.INFO, "Drained.");
    }

    private void gone(Work begun) {
        try {
            begun.heartbeat().gone();
        } catch (DatabaseAway | QueueRefused e) {
            log.log(
                    System.Logger.Level.WARNING,
                    "The database could not be told that this runner is gone.");
        }
    }

    private boolean awaitNoJobs(Duration time, boolean unlessGivingUp) throws InterruptedException {
        long deadline = System.nanoTime() + time.toNanos();
        while (jobs.count() > 0) {
            if (System.nanoTime() - deadline >= 0 || (unlessGivingUp && givingUp.get())) {
                return false;
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
        return true;
    }

    private Languages languageFile() throws StartFailed {
        try {
            return LanguageFile.read(settings.languages());
        } catch (LanguageFileException e) {
            throw new StartFailed("GRETLAB_LANGUAGES: " + e.getMessage(), e);
        }
    }

    private void checkWorkDir() throws StartFailed {
        try {
            Files.createDirectories(settings.workDir());
            Files.delete(Files.createTempFile(settings.workDir(), "probe", ""));
        } catch (IOException e) {
            throw new StartFailed(
                    "GRETLAB_WORK_DIR: " + settings.workDir() + " cannot be written.", e);
        }
    }

    private TestCache testCache(Queue queue) throws StartFailed {
        try {
            return new TestCache(settings.workDir().resolve("tests"), TEST_CACHE_BYTES, queue);
        } catch (IOException e) {
            throw new StartFailed("GRETLAB_WORK_DIR: " + e.getMessage(), e);
        }
    }

    private JailClient startJail(int slot, Languages languages) throws StartFailed {
        try {
            return JailClient.start(jailCommand(slot, languages));
        } catch (JailBroken e) {
            throw new StartFailed("GRETLAB_JAIL: " + e.getMessage(), e);
        }
    }

    private JailCommand jailCommand(int slot, Languages languages) {
        // slots of one user could signal each other; only root can give each a user of its own
        boolean root = "root".equals(System.getProperty("user.name"));
        return new JailCommand(
                        settings.jailPrefix(),
                        settings.jail(),
                        root
                                ? List.of("--uid", Integer.toString(settings.firstUid() + slot))
                                : List.of())
                .showing(languages.folders());
    }

    private static List<Registration.OfferedLanguage> offered(Map<Language, String> versions) {
        return versions.entrySet().stream()
                .map(entry ->
                        new Registration.OfferedLanguage(
                                entry.getKey().id(),
                                entry.getKey().name(),
                                entry.getValue(),
                                entry.getKey().extension(),
                                entry.getKey().editorMode(),
                                entry.getKey().sourceFile()))
                .toList();
    }

    private static long machineMemoryMb() {
        // knows the limit of a container
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize()
                >> 20;
    }

    private static String version() {
        String version = Agent.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
