/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import java.io.IOException;
import java.io.InputStream;

/** The files of a job's tests, by the SHA-256 of their content in hex. */
public interface TestFiles {

    InputStream open(String hash) throws IOException;

    /** Bytes. */
    long size(String hash) throws IOException;
}
