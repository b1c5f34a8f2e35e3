/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.session;

/**
 * The cookie of a browser's session. Its prefix makes browsers refuse it without Secure and from
 * other hosts.
 */
public final class SessionCookie {

    public static final String NAME = "__Host-gretlab";

    private SessionCookie() {}
}
