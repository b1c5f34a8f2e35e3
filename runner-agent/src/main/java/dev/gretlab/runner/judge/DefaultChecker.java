/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import dev.gretlab.runner.jail.Exec;
import dev.gretlab.runner.jail.PieceSink;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Compares with the answer while the output comes. */
final class DefaultChecker implements Checker {

    private final ComparisonRules rules;
    private final TestFiles files;
    private @Nullable OutputComparison comparison;
    private @Nullable InputStream answer;

    DefaultChecker(ComparisonRules rules, TestFiles files) {
        this.rules = rules;
        this.files = files;
    }

    @Override
    public Exec prepare(Exec exec, int outputLimit) {
        return exec.sending(outputLimit, TestSequence.KEPT_OUTPUT);
    }

    @Override
    public PieceSink begin(TestCase test) throws JudgeFailed {
        close();
        try {
            InputStream opened = files.open(test.answerHash());
            answer = opened;
            OutputComparison fresh = new OutputComparison(rules.with(test.validatorArgs()), opened);
            comparison = fresh;
            return fresh;
        } catch (IOException e) {
            throw new JudgeFailed("the answer of a test cannot be read: " + e.getMessage(), e);
        } catch (IllegalArgumentException e) {
            throw new JudgeFailed("test " + test.number() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public Word judge(TestCase test) throws JudgeFailed {
        try {
            if (comparison == null) {
                throw new IllegalStateException("a test is judged that was not begun");
            }
            Optional<String> difference = comparison.finish();
            return new Word(difference.isEmpty(), null, difference.orElse(null));
        } catch (UncheckedIOException e) {
            throw new JudgeFailed(String.valueOf(e.getMessage()), e);
        } finally {
            close();
        }
    }

    private void close() {
        try {
            if (answer != null) {
                answer.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        answer = null;
        comparison = null;
    }
}
