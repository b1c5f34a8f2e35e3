/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.load;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGenerator.SplittableGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * Draws all presses before the first one, so that a slow lab cannot slow down the class that tries
 * it. The same seed gives the same presses.
 */
final class Schedule {

    private Schedule() {}

    /**
     * Each student thinks for exponentially distributed times, from before the beginning on, and
     * presses in between.
     *
     * @param think mean seconds between two presses of one student
     * @param seconds no press is later
     */
    static List<Press> draw(int students, double think, int seconds, long seed, Tasks tasks) {
        SplittableGenerator seeds =
                RandomGeneratorFactory.<SplittableGenerator>of("L64X128MixRandom").create(seed);
        List<Press> presses = new ArrayList<>();
        for (int student = 0; student < students; student++) {
            // a stream of its own: another number of students leaves the presses of the first as
            // they are
            RandomGenerator random = seeds.split();
            double at = random.nextExponential() * think;
            while (at < seconds) {
                presses.add(new Press((long) (at * 1e9), student, tasks.draw(random)));
                at += random.nextExponential() * think;
            }
        }
        presses.sort(Comparator.comparingLong(Press::atNanos));
        return presses;
    }
}
