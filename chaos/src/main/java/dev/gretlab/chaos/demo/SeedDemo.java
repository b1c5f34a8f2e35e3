/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.demo;

import dev.gretlab.chaos.client.Answer;
import dev.gretlab.chaos.client.DemoFile;
import dev.gretlab.chaos.client.LabClient;
import dev.gretlab.chaos.client.UnexpectedAnswer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * Makes a demo class through the public API: a course, a staff member, students with tokens, and
 * the problems below a folder; then writes the demo file. Safe to run again: what is there stays.
 *
 * <p>Arguments: the address to call, the address that people use, file with the admin's password,
 * folder of problems, demo file, number of students.
 */
public final class SeedDemo {

    private static final String COURSE = "demo";
    private static final String LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

    private final SecureRandom random = new SecureRandom();
    private final LabClient anonymous;
    private final Path demoFile;

    private SeedDemo(LabClient anonymous, Path demoFile) {
        this.anonymous = anonymous;
        this.demoFile = demoFile;
    }

    public static void main(String[] args) throws Exception {
        if (args.length != 6) {
            System.err.println(
                    "Usage: SeedDemo CALL-URL PUBLIC-URL ADMIN-PASSWORD-FILE PROBLEMS-FOLDER DEMO-FILE STUDENTS");
            System.exit(2);
        }
        try {
            new SeedDemo(LabClient.anonymous(args[0]), Path.of(args[4]))
                    .seed(
                            args[1],
                            Files.readString(Path.of(args[2])).strip(),
                            Path.of(args[3]),
                            Integer.parseInt(args[5]));
        } catch (UnexpectedAnswer e) {
            System.err.println("The demo class was not made. " + e.getMessage());
            System.exit(1);
        }
    }

    private void seed(String url, String adminPassword, Path problems, int students)
            throws Exception {
        List<DemoFile.Person> known =
                Files.exists(demoFile) ? DemoFile.read(demoFile).users() : List.of();
        List<DemoFile.Person> people = new ArrayList<>(known);
        if (known.isEmpty()) {
            people.add(withToken(new DemoFile.Person("admin", adminPassword, "admin", "")));
        }
        LabClient admin = anonymous.withToken(people.getFirst().token());
        Answer course = admin.post("/api/v1/courses", Map.of("slug", COURSE, "name", "Demo class"));
        if (course.status() != 409) {
            course.expect(201);
        }
        addPeople(admin, people, missing(people, students));
        new DemoFile(url, people).write(demoFile);
        importProblems(admin, problems);
    }

    private List<DemoFile.Person> missing(List<DemoFile.Person> people, int students) {
        List<DemoFile.Person> missing = new ArrayList<>();
        List<String> names = people.stream().map(DemoFile.Person::username).toList();
        if (!names.contains("teacher")) {
            missing.add(new DemoFile.Person("teacher", newPassword(), "staff", ""));
        }
        for (int i = 1; i <= students; i++) {
            String name = String.format(java.util.Locale.ROOT, "student%02d", i);
            if (!names.contains(name)) {
                missing.add(new DemoFile.Person(name, newPassword(), "student", ""));
            }
        }
        return missing;
    }

    private void addPeople(
            LabClient admin, List<DemoFile.Person> people, List<DemoFile.Person> missing)
            throws Exception {
        if (missing.isEmpty()) {
            return;
        }
        List<Map<String, Object>> roster = new ArrayList<>();
        for (DemoFile.Person person : missing) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("username", person.username());
            row.put("displayName", displayName(person.username()));
            row.put("role", person.role());
            row.put("password", person.password());
            row.put("courses", List.of(COURSE));
            roster.add(row);
        }
        admin.post("/api/v1/users", roster).expect(201);
        // two at a time: each sign-in costs the server tens of milliseconds of hashing by design
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            List<Future<DemoFile.Person>> signedIn =
                    missing.stream().map(p -> threads.submit(() -> withToken(p))).toList();
            for (Future<DemoFile.Person> person : signedIn) {
                people.add(person.get());
            }
        }
    }

    private DemoFile.Person withToken(DemoFile.Person person) {
        LabClient signedIn = anonymous.signIn(person.username(), person.password());
        String token =
                signedIn.post("/api/v1/tokens", Map.of("name", "demo"))
                        .expect(201)
                        .body()
                        .path("secret")
                        .asString();
        return new DemoFile.Person(person.username(), person.password(), person.role(), token);
    }

    private static void importProblems(LabClient admin, Path folder) throws IOException {
        List<Path> packages;
        try (Stream<Path> children = Files.list(folder)) {
            packages = children.filter(Files::isDirectory).sorted().toList();
        }
        for (Path problem : packages) {
            String name = problem.getFileName().toString();
            admin.upload(
                            "/api/v1/problems?course=" + COURSE,
                            "package",
                            name + ".zip",
                            ProblemZip.of(problem))
                    .expect(201);
        }
    }

    private static String displayName(String username) {
        return username.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + username.substring(1);
    }

    private String newPassword() {
        StringBuilder password = new StringBuilder();
        for (int i = 0; i < 12; i++) {
            password.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
        }
        return password.toString();
    }
}
