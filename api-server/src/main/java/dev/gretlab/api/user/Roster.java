/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.user;

import dev.gretlab.api.access.Caller;
import dev.gretlab.api.access.Role;
import dev.gretlab.api.error.Problem;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A roster that has been looked at: everybody in it may be added by the one who sent it. */
record Roster(List<Person> people) {

    private static final int MOST = 1000;
    private static final int SHORTEST_PASSWORD = 8;
    private static final int LONGEST_PASSWORD = 200;
    private static final Pattern USERNAME = Pattern.compile("[a-z0-9][a-z0-9._@+-]{0,63}");

    /** Password null: to be made up. */
    record Person(
            String username,
            String displayName,
            Role role,
            @Nullable String password,
            List<UUID> courses) {
        @Override
        public String toString() {
            return "Person " + username;
        }
    }

    /** Fails with 422 that lists every fault. */
    static Roster of(List<RosterEntry> entries, Map<String, UUID> courses, Caller caller) {
        List<String> faults = new ArrayList<>();
        if (entries.isEmpty() || entries.size() > MOST) {
            faults.add("A roster has 1 to " + MOST + " people.");
        }
        List<Person> people = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < Math.min(entries.size(), MOST); i++) {
            String place = "Person " + (i + 1) + ": ";
            int before = faults.size();
            RosterEntry entry = entries.get(i);
            String username = entry.username() == null ? "" : entry.username();
            if (!USERNAME.matcher(username).matches()) {
                faults.add(place + "the username must be lower-case letters, digits and . _ @ + -");
            } else if (!seen.add(username)) {
                faults.add(place + "the username is there twice.");
            }
            String name = entry.displayName() == null ? username : entry.displayName().strip();
            if (name.isEmpty() || name.length() > 200) {
                faults.add(place + "the display name has 1 to 200 characters.");
            }
            Role role = role(entry.role(), caller, place, faults);
            String password = entry.password();
            if (password != null
                    && (password.length() < SHORTEST_PASSWORD
                            || password.length() > LONGEST_PASSWORD)) {
                faults.add(
                        place
                                + "a password has "
                                + SHORTEST_PASSWORD
                                + " to "
                                + LONGEST_PASSWORD
                                + " characters.");
            }
            List<UUID> ids = courses(entry.courses(), courses, caller, place, faults);
            if (faults.size() == before) {
                people.add(new Person(username, name, role, password, ids));
            }
        }
        if (!faults.isEmpty()) {
            throw Problem.of(
                            422,
                            "roster-refused",
                            "Nobody was added: the roster has " + faults.size() + " faults.")
                    .with(Map.of("faults", faults))
                    .exception();
        }
        return new Roster(people);
    }

    private static Role role(
            @Nullable String text, Caller caller, String place, List<String> faults) {
        String wanted = text == null ? "student" : text;
        if (!Set.of("student", "staff", "admin").contains(wanted)) {
            faults.add(place + "the role is student, staff or admin.");
            return Role.STUDENT;
        }
        Role role = Role.of(wanted);
        if (role != Role.STUDENT && !caller.isAdmin()) {
            faults.add(place + "only admins add staff and admins.");
        }
        return role;
    }

    private static List<UUID> courses(
            @Nullable List<String> slugs,
            Map<String, UUID> known,
            Caller caller,
            String place,
            List<String> faults) {
        List<UUID> ids = new ArrayList<>();
        for (String slug : slugs == null ? List.<String>of() : slugs) {
            UUID id = known.get(slug);
            if (id == null || !caller.teaches(id)) {
                faults.add(place + "one of the courses does not exist or is not yours.");
            } else {
                ids.add(id);
            }
        }
        if (ids.isEmpty() && !caller.isAdmin()) {
            faults.add(place + "name at least one of your courses.");
        }
        return ids;
    }
}
