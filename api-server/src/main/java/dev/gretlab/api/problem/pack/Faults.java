/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;

/** Collects all that is wrong with a package, and what is only worth knowing. */
final class Faults {

    /** A hostile package could have a fault for each of its files; nobody reads more than this. */
    private static final int MOST = 100;

    private final SequencedSet<String> faults = new LinkedHashSet<>();
    private final SequencedSet<String> notes = new LinkedHashSet<>();
    private int more;

    void add(String fault) {
        if (!keep(faults, fault)) {
            more++;
        }
    }

    void note(String note) {
        // past the most a note is dropped, which harms nobody
        var _ = keep(notes, note);
    }

    /** False when there is no room. */
    private static boolean keep(SequencedSet<String> kept, String sentence) {
        String shown = shown(sentence);
        if (kept.size() >= MOST) {
            return kept.contains(shown);
        }
        kept.add(shown);
        return true;
    }

    boolean any() {
        return !faults.isEmpty();
    }

    List<String> list() {
        List<String> all = new ArrayList<>(faults);
        if (more > 0) {
            all.add("There are " + more + " more faults; mend these first.");
        }
        return List.copyOf(all);
    }

    List<String> notes() {
        return List.copyOf(notes);
    }

    /** Names in a zip are any bytes: control characters must not reach a terminal or a log line. */
    private static String shown(String sentence) {
        String printable = sentence.replaceAll("[\\p{Cntrl}\\p{Cs}\\p{Co}]", "?");
        return printable.length() <= 600 ? printable : printable.substring(0, 600) + "...";
    }
}
