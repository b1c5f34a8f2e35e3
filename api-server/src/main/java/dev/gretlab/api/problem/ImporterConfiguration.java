/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem;

import dev.gretlab.api.problem.pack.PackageImporter;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.transaction.reactive.TransactionalOperator;

@Configuration(proxyBeanMethods = false)
class ImporterConfiguration {

    @Bean
    PackageImporter packageImporter(DatabaseClient database, TransactionalOperator transaction) {
        return new PackageImporter(database, transaction);
    }
}
