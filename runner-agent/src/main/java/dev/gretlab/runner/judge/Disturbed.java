/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import java.io.Serial;

/**
 * A program ended badly while programs of other slots had the processes that it was entitled to, or
 * the time. That says nothing about it: the job is judged again, alone. Unchecked, since any start
 * of a program may come to it and only {@link Judge} can do something about it.
 */
final class Disturbed extends RuntimeException {

    @Serial private static final long serialVersionUID = 1;

    Disturbed() {
        super(null, null, false, false);
    }
}
