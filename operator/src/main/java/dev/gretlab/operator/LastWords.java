/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import io.fabric8.kubernetes.api.model.ContainerState;
import io.fabric8.kubernetes.api.model.ContainerStateTerminated;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Why a container ended: what it said last, where Kubernetes keeps the end of its log. Our programs
 * end with a sentence that says what to do.
 */
final class LastWords {

    private static final int LONGEST = 300;

    /** Left out, or each restart would be another message. */
    private static final Pattern TIME =
            Pattern.compile("^\\d{4}-\\d\\d-\\d\\d[T ][\\d:.,]+(Z|[+-]\\d\\d:?\\d\\d)? *");

    private LastWords() {}

    /** Of the one that ended, whether another has been started in its place or not. */
    static Optional<String> of(ContainerStatus status) {
        return Stream.of(status.getState(), status.getLastState())
                .map(LastWords::ended)
                .flatMap(Optional::stream)
                .findFirst()
                .map(LastWords::of);
    }

    /** Of the first container of these pods that ended and failed. */
    static Optional<String> of(List<Pod> pods) {
        return pods.stream()
                .filter(pod -> pod.getStatus() != null)
                .flatMap(pod -> pod.getStatus().getContainerStatuses().stream())
                .map(LastWords::of)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<ContainerStateTerminated> ended(@Nullable ContainerState state) {
        return Optional.ofNullable(state)
                .map(ContainerState::getTerminated)
                .filter(end -> end.getExitCode() == null || end.getExitCode() != 0);
    }

    private static String of(ContainerStateTerminated end) {
        if ("OOMKilled".equals(end.getReason())) {
            return "it took more memory than its limit allows";
        }
        return Optional.ofNullable(end.getMessage())
                .flatMap(LastWords::lastSentence)
                .orElseGet(() -> "it ended with exit code " + end.getExitCode());
    }

    // the lines of a stack trace begin with a tab
    private static Optional<String> lastSentence(String log) {
        return log.lines()
                .filter(Predicate.not(String::isBlank))
                .filter(line -> !Character.isWhitespace(line.charAt(0)))
                .reduce((_, later) -> later)
                .map(line -> TIME.matcher(line).replaceFirst(""))
                .map(line -> line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "...");
    }
}
