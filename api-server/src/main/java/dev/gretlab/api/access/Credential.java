/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.access;

import java.time.Instant;
import java.util.UUID;

/** By what a request was recognised. */
public sealed interface Credential {

    /** A browser's cookie; everything but reading then needs the CSRF token too. */
    record BrowserSession(Sha256 idHash, String csrfToken, Instant expiresAt)
            implements Credential {}

    /** A personal token, which no other site can make a browser send. */
    record PersonalToken(UUID id) implements Credential {}
}
