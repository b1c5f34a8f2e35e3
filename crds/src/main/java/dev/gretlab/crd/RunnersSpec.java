/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.crd;

import io.fabric8.generator.annotation.Default;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import org.jspecify.annotations.Nullable;

/**
 * The pods that run students' programs. KEDA keeps their number between min and max; without KEDA
 * there are min.
 *
 * @param min Runners at least.
 * @param max Runners at most.
 * @param slots Jobs that one runner runs at once; as many as its cores and memory allow, at most 8,
 *     when left out.
 * @param cpu Whole cores of each runner, asked for and never exceeded: times that programs are
 *     judged by are only right on cores that nobody else uses.
 * @param sharedCores Asks for a tenth of the cores only, so that several runners fit on a small
 *     machine. For evaluation, never for students: whoever else works on the cores makes programs
 *     slower.
 * @param memory Memory of each runner, asked for and never exceeded, in Mi or Gi. 768 MiB of it are
 *     the agent's and the jail's, and each slot sets aside what its languages need to compile (832
 *     MiB with all of Gretlab's); to the rest the memory limits of the jobs that run at once may
 *     add up. The sandbox's own overhead comes from the RuntimeClass and on top.
 * @param runtimeClassName The RuntimeClass of the sandbox. An empty one runs programs without a
 *     sandbox, beside the node's kernel, and needs allowUnsandboxed.
 * @param allowUnsandboxed The lab counts as ready though its sandbox is not verified. For
 *     evaluation, never for students.
 * @param targetQueueAgeSeconds How long the oldest job may wait, in seconds, before more runners
 *     come.
 * @param image The runners' image, when it is one of your own with more languages; made FROM
 *     Gretlab's of the same version.
 * @param drainSeconds How long a runner that is going may take to finish what it has begun, in
 *     seconds; longer than the longest job.
 * @param placement On which nodes runners may be.
 */
@ValidationRule(value = "self.min <= self.max", message = "min must not exceed max.")
@ValidationRule(
        value = "self.runtimeClassName != '' || self.allowUnsandboxed",
        message =
                "Without a runtimeClassName students' programs run beside the node's kernel. Name a"
                        + " RuntimeClass such as gvisor, or set allowUnsandboxed: true for an"
                        + " evaluation.")
public record RunnersSpec(
        @Default("1") @Min(1) @Max(500) int min,
        @Default("4") @Min(1) @Max(500) int max,
        @Min(1) @Max(64) @Nullable Integer slots,
        @Default("2") @Size(max = 20) @Pattern("^[1-9][0-9]*$") String cpu,
        @Default("false") boolean sharedCores,
        @Default("4Gi") @Size(max = 20) @Pattern("^[1-9][0-9]*(Mi|Gi)$") String memory,
        @Default("gvisor") @Size(max = 253) @Pattern("^([a-z0-9]([-a-z0-9.]*[a-z0-9])?)?$")
                String runtimeClassName,
        @Default("false") boolean allowUnsandboxed,
        @Default("10") @Min(1) @Max(600) int targetQueueAgeSeconds,
        @Size(min = 1, max = 512) @Nullable String image,
        @Default("180") @Min(10) @Max(3600) int drainSeconds,
        @Default("{}") PlacementSpec placement) {

    /** The same but for the image. */
    public RunnersSpec withImage(String otherImage) {
        return new RunnersSpec(
                min,
                max,
                slots,
                cpu,
                sharedCores,
                memory,
                runtimeClassName,
                allowUnsandboxed,
                targetQueueAgeSeconds,
                otherImage,
                drainSeconds,
                placement);
    }
}
