/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.language;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A language as the file describes it.
 *
 * @param id in the API and the database
 * @param name what a student reads
 * @param editorMode the editor's highlighting
 * @param extension of files, without the dot
 * @param sourceFile the name of the source in the box
 * @param folders absolute paths outside of /usr in which its tools may lie
 * @param versionPattern its first group is the version, in what versionCommand prints
 * @param compile null when nothing is done before the first run
 */
public record Language(
        String id,
        String name,
        String editorMode,
        String extension,
        String sourceFile,
        List<String> folders,
        List<String> versionCommand,
        Pattern versionPattern,
        @Nullable CompileStep compile,
        RunStep run) {

    public Language {
        folders = List.copyOf(folders);
        versionCommand = List.copyOf(versionCommand);
    }

    private String source() {
        return "/box/" + sourceFile;
    }

    /** The command line of a run under so much memory. */
    public List<String> runArguments(int memoryMb) {
        return run.command().arguments(memoryMb, source());
    }

    public List<String> runEnvironment(int memoryMb) {
        return run.command().environment(memoryMb, source());
    }

    /** The file at which the run's interpreter may wait before there is a job; null for none. */
    public @Nullable String runWarmAt() {
        return run.command().warm() ? source() : null;
    }

    /** The same of the compile step. */
    public @Nullable String compileWarmAt(CompileStep step) {
        return step.command().warm() ? source() : null;
    }

    public List<String> compileArguments(CompileStep step) {
        return step.command().arguments(step.memoryMb(), source());
    }

    public List<String> compileEnvironment(CompileStep step) {
        return step.command().environment(step.memoryMb(), source());
    }

    /**
     * MiB that a slot may need beyond the memory limit of a job: for the run time, or to compile.
     */
    public int memoryBeyondLimitMb() {
        return Math.max(run.memoryExtraMb(), compile == null ? 0 : compile.memoryMb());
    }
}
