/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.jail;

import dev.gretlab.runner.jail.JailCommand;
import dev.gretlab.runner.judge.Cores;
import dev.gretlab.runner.language.LanguageFile;
import dev.gretlab.runner.language.Languages;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Jobs a second of the smallest programs, in jails and in what others use, in one run on one
 * machine.
 *
 * <p>What there is comes in the environment, from {@code hack/bench}: BENCH_HOME, a folder with
 * gretlab-jail, languages.yaml and process-a-job.py. BENCH_POD, where this runs in a runner's pod
 * itself, which is a sandbox that all share: then only that is measured. Where there is gVisor:
 * BENCH_RUNSC, the program with its options, a word a line; BENCH_BUNDLE, whose process is the
 * smallest Python program; BENCH_ENTER, a command that runs the rest of its line in a sandbox that
 * is there, a word a line; BENCH_PREFIX, in-gvisor likewise; BENCH_BWRAP, where bubblewrap is there
 * too.
 */
public final class BenchJail {

    /** A row of the table. */
    private interface Way {

        Measured measure(int places, int seconds) throws IOException, InterruptedException;
    }

    private static final int FIRST_UID = 61_000;

    private final Path home = Path.of(required("BENCH_HOME"));
    private final Path program = home.resolve("gretlab-jail");
    private final Languages languages = LanguageFile.read(home.resolve("languages.yaml"));
    private final boolean root = "root".equals(System.getProperty("user.name"));
    private final BenchJailArguments arguments;
    private final Map<String, Measured> best = new LinkedHashMap<>();

    private BenchJail(BenchJailArguments arguments) {
        this.arguments = arguments;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        BenchJailArguments arguments;
        try {
            arguments = BenchJailArguments.parse(args);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
            return;
        }
        new BenchJail(arguments).run();
    }

    private void run() throws IOException, InterruptedException {
        StringBuilder head =
                new StringBuilder(String.format("%-46s", "jobs a second, so many at once"));
        arguments.parallel().forEach(p -> head.append(String.format(Locale.ROOT, " %7d", p)));
        List<Integer> shown = startColumns();
        for (int p : shown) {
            head.append(String.format(Locale.ROOT, "   start ms p50 / p99 at %d", p));
        }
        System.out.println(head);
        for (Map.Entry<String, Way> row : rows().entrySet()) {
            if (row.getKey().contains(arguments.only())) {
                print(row.getKey(), row.getValue(), shown);
            }
        }
        compare();
    }

    /** Alone, and with as many at once as there is the most. */
    private List<Integer> startColumns() {
        List<Integer> all = arguments.parallel();
        return all.size() == 1 ? all : List.of(all.getFirst(), all.getLast());
    }

    private void print(String name, Way way, List<Integer> shown)
            throws IOException, InterruptedException {
        StringBuilder line = new StringBuilder(String.format("%-46s", name));
        List<String> starts = new ArrayList<>();
        for (int places : arguments.parallel()) {
            Measured measured = way.measure(places, arguments.seconds());
            Measured before = best.get(name);
            if (before == null || before.perSecond() < measured.perSecond()) {
                best.put(name, measured);
            }
            line.append(String.format(Locale.ROOT, " %7.1f", measured.perSecond()));
            if (shown.contains(places)) {
                starts.add(
                        String.format(
                                Locale.ROOT,
                                "%12.1f / %.1f",
                                measured.startMillis(50),
                                measured.startMillis(99)));
            }
        }
        starts.forEach(start -> line.append(String.format("   %-22s", start)));
        System.out.println(line.toString().stripTrailing());
    }

    private static final String RUNSC = "Python: a runsc sandbox a job";
    private static final String BWRAP = "Python: bubblewrap a job, in one gVisor";
    private static final String WARM = "Python: ours in one gVisor, warm";
    private static final String WARM_EACH = "Python: ours in a gVisor a slot, warm";

    private static final List<String> JUDGED = List.of("python", "c", "cpp", "java");

    private Map<String, Way> rows() {
        return System.getenv("BENCH_POD") == null ? rowsOfMachine() : rowsOfPod();
    }

    private Map<String, Way> rowsOfPod() {
        Map<String, Way> rows = new LinkedHashMap<>();
        List<String> here = List.of();
        for (boolean warm : List.of(false, true)) {
            rows.put(
                    "Python: ours in the runner's pod, " + (warm ? "warm" : "cold"),
                    places((n, of) -> python(shared(here, of), warm)));
        }
        Cores cores = asARunnerDoes();
        for (String language : JUDGED) {
            rows.put(
                    judgedName(language) + "ours in the runner's pod",
                    places((n, of) -> judged(shared(here, of), language, cores)));
        }
        return rows;
    }

    private static Cores asARunnerDoes() {
        return Cores.of(Runtime.getRuntime().availableProcessors());
    }

    private String judgedName(String language) {
        return Objects.requireNonNull(languages.find(language)).name()
                + (language.equals("python") ? " checked and run: " : " compiled and run: ");
    }

    private Map<String, Way> rowsOfMachine() {
        Map<String, Way> rows = new LinkedHashMap<>();
        Cores inGvisor = asARunnerDoes();
        List<String> runsc = words("BENCH_RUNSC");
        List<String> enter = words("BENCH_ENTER");
        List<String> prefix = words("BENCH_PREFIX");
        if (runsc.isEmpty()) {
            System.out.println(
                    "gVisor's rows are left out: there is no runsc (hack/tools runsc builds it).");
        } else {
            Path bundle = Path.of(required("BENCH_BUNDLE"));
            rows.put(RUNSC, places((n, of) -> new SandboxPerJob(runsc, bundle, n)));
            if (words("BENCH_BWRAP").isEmpty()) {
                System.out.println(
                        "Its row is left out: there is no bubblewrap (Debian: apt-get install bubblewrap).");
            } else {
                rows.put(
                        BWRAP,
                        (places, seconds) ->
                                LoopInSandbox.measure(
                                        enter,
                                        home.resolve("process-a-job.py").toString(),
                                        words("BENCH_BWRAP"),
                                        places,
                                        seconds));
            }
            rows.put(
                    "Python: ours in one gVisor, cold",
                    places((n, of) -> python(shared(enter, of), false)));
            rows.put(WARM, places((n, of) -> python(shared(enter, of), true)));
            rows.put(
                    "Python: ours in a gVisor a slot, cold",
                    places((n, of) -> python(own(prefix, n), false)));
            rows.put(WARM_EACH, places((n, of) -> python(own(prefix, n), true)));
        }
        rows.put(
                "Python: ours natively, cold", places((n, of) -> python(own(List.of(), n), false)));
        rows.put("Python: ours natively, warm", places((n, of) -> python(own(List.of(), n), true)));
        for (String language : JUDGED) {
            String name = judgedName(language);
            if (!enter.isEmpty()) {
                rows.put(
                        name + "ours in one gVisor",
                        places((n, of) -> judged(shared(enter, of), language, inGvisor)));
            }
            rows.put(
                    name + "ours natively",
                    places((n, of) -> judged(own(List.of(), n), language, Cores.uncounted())));
        }
        return rows;
    }

    private static Way places(Place.Kind kind) {
        return (places, seconds) -> Measured.of(kind, places, seconds);
    }

    private Place python(JailCommand command, boolean warm) throws IOException {
        return new JailSlot(command, Objects.requireNonNull(languages.find("python")), warm);
    }

    private Place judged(JailCommand command, String language, Cores cores) throws IOException {
        return new JudgeSlot(command, languages, language, cores);
    }

    /** In a sandbox with other servers of the same user. */
    private JailCommand shared(List<String> enter, int servers) {
        return new JailCommand(enter, program, List.of("--sharing", String.valueOf(servers)));
    }

    private JailCommand own(List<String> prefix, int number) {
        return new JailCommand(
                prefix,
                program,
                root ? List.of("--uid", String.valueOf(FIRST_UID + number)) : List.of());
    }

    private void compare() {
        Measured runsc = best.get(RUNSC);
        for (String name : List.of(WARM, WARM_EACH)) {
            Measured ours = best.get(name);
            if (runsc != null && ours != null) {
                System.out.println(
                        String.format(
                                Locale.ROOT,
                                "%s: %.1f times %s",
                                name,
                                ours.perSecond() / runsc.perSecond(),
                                RUNSC));
            }
        }
    }

    private static List<String> words(String name) {
        String value = System.getenv(name);
        return value == null || value.isBlank()
                ? List.of()
                : List.of(value.strip().split("\n", -1));
    }

    private static String required(String name) {
        @Nullable String value = System.getenv(name);
        if (value == null || value.isBlank()) {
            throw new IllegalStateException("hack/bench sets " + name);
        }
        return value;
    }
}
