/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.crd;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.ParamTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** The doc comments of the resource's types, read from their sources: text is written once. */
final class DocComments {

    /** By the type's simple name, or TYPE.COMPONENT for a component of a record. */
    private final Map<String, String> texts = new HashMap<>();

    private DocComments() {}

    static DocComments of(Path sources) throws IOException {
        DocComments comments = new DocComments();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
                Stream<Path> found = Files.walk(sources)) {
            List<Path> java = found.filter(p -> p.toString().endsWith(".java")).sorted().toList();
            JavacTask task =
                    (JavacTask)
                            compiler.getTask(
                                    null,
                                    files,
                                    null,
                                    List.of("-proc:none"),
                                    null,
                                    files.getJavaFileObjectsFromPaths(java));
            DocTrees trees = DocTrees.instance(task);
            for (CompilationUnitTree unit : task.parse()) {
                comments.read(unit, trees);
            }
        }
        return comments;
    }

    Optional<String> of(Class<?> type) {
        return Optional.ofNullable(texts.get(type.getSimpleName()));
    }

    Optional<String> of(Class<?> type, String component) {
        return Optional.ofNullable(texts.get(type.getSimpleName() + "." + component));
    }

    private void read(CompilationUnitTree unit, DocTrees trees) {
        new TreePathScanner<@Nullable Void, @Nullable Void>() {
            @Override
            public @Nullable Void visitClass(ClassTree type, @Nullable Void nothing) {
                TreePath path = getCurrentPath();
                DocCommentTree comment = trees.getDocCommentTree(path);
                if (comment != null) {
                    String name = type.getSimpleName().toString();
                    texts.put(name, text(comment.getFullBody()));
                    for (DocTree tag : comment.getBlockTags()) {
                        if (tag instanceof ParamTree param) {
                            texts.put(name + "." + param.getName(), text(param.getDescription()));
                        }
                    }
                }
                return super.visitClass(type, null);
            }
        }.scan(unit, null);
    }

    private static String text(List<? extends DocTree> parts) {
        return parts.stream()
                .map(DocTree::toString)
                .collect(Collectors.joining())
                .replaceAll("\\s+", " ")
                .strip();
    }
}
