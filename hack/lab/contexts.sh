# shellcheck shell=bash
# Copyright Gretlab authors
# SPDX-License-Identifier: Apache-2.0
#
# What goes into the images, each in a folder target/images/NAME.

containerfile_of() {
    case $1 in
        operator) echo operator/Containerfile ;;
        api) echo api-server/Containerfile ;;
        runner) echo sandbox-runtimeclass/Containerfile ;;
        migrate) echo migrations/Containerfile ;;
        *) echo "helm/images/$1/Containerfile" ;;
    esac
}

# What jdeps finds in the four programs and their libraries, and what is looked up at run time: elliptic curves of TLS, DNS, zip files.
JAVA_MODULES=java.base,java.compiler,java.desktop,java.instrument,java.management,java.naming,java.net.http,java.prefs,java.scripting,java.security.jgss,java.security.sasl,java.sql,java.sql.rowset,java.xml,jdk.crypto.ec,jdk.httpserver,jdk.jfr,jdk.management,jdk.naming.dns,jdk.unsupported,jdk.zipfs

# A Java of these modules, made once for a version of Java.
java_runtime() {
    local version folder fresh
    version=$("$JAVA_HOME/bin/java" -XshowSettings:properties -version 2>&1 | sed -n 's/.*java.vm.version = //p')
    folder=$CACHE/java-runtime-${version//[^A-Za-z0-9.+-]/_}-$(cksum <<<"$JAVA_MODULES" | cut -d' ' -f1)
    if [ ! -x "$folder/bin/java" ]; then
        say "Making a small Java $version ..." >&2
        fresh=$(mktemp -d "$CACHE/java-making.XXXXXX")
        "$JAVA_HOME/bin/jlink" --output "$fresh/java" --strip-debug --no-header-files --no-man-pages --compress zip-6 \
            --add-modules "$JAVA_MODULES" \
            >&2 || fail "jlink of $JAVA_HOME could not make a Java run time."
        mv -T "$fresh/java" "$folder" 2>/dev/null || [ -x "$folder/bin/java" ]
        rm -rf "$fresh"
    fi
    printf '%s' "$folder"
}

# make_contexts NAME...
make_contexts() {
    local name
    find_tools
    build
    for name; do
        rm -rf "$ROOT/target/images/$name"
        mkdir -p "$ROOT/target/images/$name"
        "context_of_$name" "$ROOT/target/images/$name"
        # as everybody may read them, whatever umask this shell has
        chmod -R a+rX,go-w "$ROOT/target/images/$name"
    done
}

# java_program FOLDER MODULE JAR: the program, its libraries in a layer of their own, what it is made of, and a Java
java_program() {
    cp -R "$(java_runtime)" "$1/java"
    mkdir -p "$1/lib"
    [ ! -d "$ROOT/$2/target/lib" ] || cp "$ROOT/$2/target/lib"/*.jar "$1/lib/"
    cp "$3" "$1/program.jar"
    cp "$ROOT/$2/target/bom.json" "$1/java.cdx.json"
}

context_of_operator() { java_program "$1" operator "$(jar operator)"; }
context_of_migrate() { java_program "$1" migrations "$(jar migrations)"; }

# Spring Boot's jar is taken apart: libraries change seldom, and a class path of files starts faster than jars in a jar.
context_of_api() {
    java_program "$1" api-server "$(jar api-server app)"
    rm -r "${1:?}/lib"
    (cd "$1" && "$JAVA_HOME/bin/java" -Djarmode=tools -jar program.jar extract --destination extracted >/dev/null && mv extracted/lib lib && mv extracted/program.jar program.jar && rmdir extracted)
    # without what is new each time, so that the same files make the same image
    npm --prefix "$ROOT/api-server/src/main/web" sbom --sbom-format cyclonedx --omit dev | sed '/^  "serialNumber": /d; /^    "timestamp": /d' >"$1/page.cdx.json"
}

# The jail is built in the image, for its C library; Kotlin's compiler comes along, its archive is made there too.
context_of_runner() {
    java_program "$1" runner-agent "$(jar runner-agent)"
    mkdir -p "$1/jail" "$1/prepared"
    cp -R "$ROOT/sandbox-runtimeclass/jail"/{Makefile,src,hook} "$1/jail/"
    cp "$ROOT/sandbox-runtimeclass"/{languages.yaml,prepare,kotlin.xml} "$1/"
    (
        flock 8
        "$ROOT/sandbox-runtimeclass/prepare" "$CACHE/prepared" --kotlin
        [ ! -d "$CACHE/prepared/kotlin" ] || cp -R "$CACHE/prepared/kotlin" "$1/prepared/"
    ) 8>"$CACHE/prepared.lock" || fail "Kotlin's compiler could not be brought; the reason is above."
    rm -f "$1"/prepared/kotlin/{*.jsa,java.version}
}

context_of_gateway() { :; }
context_of_pgbouncer() { :; }
context_of_postgres() { cp "$ROOT/helm/images/postgres/start" "$1/start"; }
