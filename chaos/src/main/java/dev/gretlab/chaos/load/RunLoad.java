/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.load;

import dev.gretlab.chaos.client.DemoFile;
import dev.gretlab.chaos.client.LabClient;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Has the students of a demo lab press Run and Submit at times drawn beforehand, whether or not the
 * lab keeps up, and times each press from the moment it was meant for. Exit code 1 when a press
 * failed or a verdict was wrong or missing.
 */
public final class RunLoad {

    private RunLoad() {}

    public static void main(String[] args) throws Exception {
        try {
            System.exit(run(LoadArguments.parse(args)) ? 0 : 1);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
        }
    }

    private static boolean run(LoadArguments arguments) throws Exception {
        // a name given on the command line is looked at before any file is
        if (arguments.base() != null) {
            LoadArguments.ownLab(arguments.base());
        }
        DemoFile demo = DemoFile.read(arguments.demo());
        String url = LoadArguments.ownLab(arguments.base() == null ? demo.url() : arguments.base());
        List<DemoFile.Person> people = demo.students();
        if (people.size() < arguments.students()) {
            throw new IllegalArgumentException(
                    "The demo class has only %d students. Make more first: hack/up --students=%d"
                            .formatted(people.size(), arguments.students()));
        }
        int seconds = arguments.warmUp() + arguments.seconds();
        List<Press> presses =
                Schedule.draw(
                        arguments.students(),
                        arguments.think(),
                        seconds,
                        arguments.seed(),
                        Tasks.of(arguments.mix(), arguments.problems()));
        List<LabClient> students =
                signedIn(url, people.subList(0, arguments.students()), arguments.session());
        System.out.println(
                "%d students, %s s think, %d s after %d s of warm-up, mix %s, follow %s, seed %d, %s"
                        .formatted(
                                arguments.students(),
                                arguments.think(),
                                arguments.seconds(),
                                arguments.warmUp(),
                                arguments.mix(),
                                arguments.follow(),
                                arguments.seed(),
                                url));

        Ledger ledger = new Ledger(seconds + arguments.patience());
        long cpuBefore = processCpuNanos();
        long beginning = System.nanoTime();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Press press : presses) {
                TimeUnit.NANOSECONDS.sleep(beginning + press.atNanos() - System.nanoTime());
                boolean timed = press.atNanos() >= arguments.warmUp() * 1_000_000_000L;
                Student student =
                        new Student(
                                students.get(press.student()),
                                press,
                                ledger,
                                arguments,
                                beginning,
                                timed);
                threads.execute(() -> carry(student));
            }
        }
        long took = System.nanoTime() - beginning;
        double cores = (double) (processCpuNanos() - cpuBefore) / took;
        LoadReport.lines(ledger, presses.size(), seconds, took / 1e9, cores)
                .forEach(System.out::println);
        // each press either finished or failed; anything else would be a press that got lost here
        return ledger.failures().isEmpty() && ledger.finished.sum() == presses.size();
    }

    private static void carry(Student student) {
        try {
            student.carry();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static List<LabClient> signedIn(
            String url, List<DemoFile.Person> people, boolean session)
            throws InterruptedException, ExecutionException {
        LabClient anonymous = LabClient.anonymous(url);
        List<LabClient> students = new ArrayList<>();
        if (!session) {
            people.forEach(p -> students.add(anonymous.withToken(p.token())));
            return students;
        }
        // two at a time: each sign-in costs the server tens of milliseconds of hashing by design
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            List<Future<LabClient>> signingIn = new ArrayList<>();
            for (DemoFile.Person person : people) {
                signingIn.add(
                        threads.submit(
                                () -> anonymous.signIn(person.username(), person.password())));
            }
            for (Future<LabClient> student : signingIn) {
                students.add(student.get());
            }
        }
        return students;
    }

    private static long processCpuNanos() {
        return ManagementFactory.getOperatingSystemMXBean()
                        instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : 0;
    }
}
