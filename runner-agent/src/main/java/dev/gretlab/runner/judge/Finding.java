/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import dev.gretlab.runner.jail.Stop;
import org.jspecify.annotations.Nullable;

/**
 * What one end of a program means.
 *
 * @param verdict accepted when it ended well; its output is still to be judged then
 * @param stoppedBy the limit in question; null for none
 * @param worthRepeating the time is so near the limit, or was measured so badly, that a second run
 *     may tell otherwise
 */
record Finding(Verdict verdict, @Nullable Stop stoppedBy, boolean worthRepeating) {}
