/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import java.util.List;

/** What came of reading a package. */
public sealed interface PackageReading {

    /** All of the package is understood and can be honoured. */
    record Accepted(ProblemPackage problem) implements PackageReading {}

    /**
     * The package cannot be taken.
     *
     * @param faults every fault that was found; each a sentence that names the file and says what
     *     to do
     */
    record Refused(List<String> faults) implements PackageReading {}
}
