/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.data.r2dbc.autoconfigure.DataR2dbcAutoConfiguration;
import org.springframework.boot.data.r2dbc.autoconfigure.DataR2dbcRepositoriesAutoConfiguration;
import org.springframework.boot.r2dbc.autoconfigure.R2dbcAutoConfiguration;
import org.springframework.boot.security.autoconfigure.ReactiveUserDetailsServiceAutoConfiguration;
import reactor.core.publisher.Hooks;

/** The API server: a stateless process, any number of which may run beside each other. */
@SpringBootApplication(
        exclude = {
            // people are our own
            ReactiveUserDetailsServiceAutoConfiguration.class,
            // so is the way to the database: no entities, no repositories
            DataR2dbcAutoConfiguration.class,
            DataR2dbcRepositoriesAutoConfiguration.class,
            R2dbcAutoConfiguration.class
        })
public class ApiServer {

    static {
        // A client that went away leaves errors behind that nobody waits for; their text may hold
        // what it sent.
        Hooks.onErrorDropped(error -> {});
    }

    public static void main(String[] arguments) {
        SpringApplication.run(ApiServer.class, arguments);
    }
}
