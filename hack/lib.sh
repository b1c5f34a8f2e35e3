# shellcheck shell=bash
# Copyright Gretlab authors
# SPDX-License-Identifier: Apache-2.0
#
# What the scripts in this folder share. Sourced, never run.

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# Where a lab on this machine keeps its data. Tests set it to have one of their own.
# shellcheck disable=SC2034 # the scripts that source this use it
LAB=${GRETLAB_LAB_DIR:-$ROOT/.lab}
CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/gretlab
POSTGRES_VERSION=17.9.0

say() { printf '%s\n' "$*"; }

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

# have_command COMMAND PACKAGE...: installs Debian packages when the command is missing and we may.
have_command() {
    local command=$1
    shift
    command -v "$command" >/dev/null && return
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        say "Installing $* ($command is missing) ..."
        mkdir -p "$CACHE"
        { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"; } \
            >"$CACHE/apt.log" 2>&1 || fail "Installing $* failed; $CACHE/apt.log says why."
    else
        fail "$command is missing. Install it, on Debian with: sudo apt-get install $*"
    fi
}

# Java 25 or newer: JAVA_HOME when it is one, else the newest under the usual folders.
find_java() {
    local home
    # shellcheck disable=SC2046 # one folder a word; the usual ones have no spaces
    for home in "${JAVA_HOME:-}" $(printf '%s\n' /usr/lib/jvm/*/ "$HOME"/.sdkman/candidates/java/*/ | sort -rV); do
        home=${home%/}
        [ -x "$home/bin/javac" ] || continue
        if [ "$("$home/bin/java" -XshowSettings:properties -version 2>&1 | sed -n 's/.*java.specification.version = \([0-9]*\).*/\1/p')" -ge 25 ] 2>/dev/null; then
            export JAVA_HOME=$home
            return
        fi
    done
    fail "Java 25 is missing. Install a JDK 25 (for example Temurin's package temurin-25-jdk) or set JAVA_HOME to one."
}

# What building needs. Running needs the languages too, which the jail shows to programs.
find_tools() {
    find_java
    have_command mvn maven
    have_command npm npm nodejs
    [ "$(node -p 'process.versions.node.split(".")[0]')" -ge 20 ] || fail "Node $(node --version) is too old: install Node 20 or newer."
    have_command make make
    have_command gcc gcc libc6-dev
    have_command g++ g++
    have_command xz xz-utils
    have_command unzip unzip
    have_command python3 python3
    [ -x /usr/bin/javac ] || have_command /usr/bin/javac default-jdk-headless
}

# build: brings jars, page and jail up to date; does nothing when nothing changed.
build() {
    local stamp=$ROOT/target/built sources
    sources=("$ROOT/pom.xml" "$ROOT"/{migrations,runner-agent,api-server,chaos,crds,operator}/{pom.xml,src} "$ROOT/sandbox-runtimeclass/jail")
    mkdir -p "$ROOT/target"
    make -s -C "$ROOT/sandbox-runtimeclass/jail" >"$ROOT/target/jail.log" 2>&1 || {
        cat "$ROOT/target/jail.log" >&2
        fail "The jail did not build; the compiler's words are above."
    }
    if [ -e "$stamp" ] && [ -z "$(find "${sources[@]}" -name node_modules -prune -o -name build -prune -o -type f -newer "$stamp" -print -quit)" ]; then
        return
    fi
    say "Building (the first time takes a few minutes; target/build.log tells how far it is) ..."
    touch "$stamp.new"
    (cd "$ROOT" && mvn -B -ntp -Dstyle.color=never -DskipTests package) >"$ROOT/target/build.log" 2>&1 || {
        grep -E "^\[(ERROR|WARNING)\]" "$ROOT/target/build.log" | head -n 40 >&2 || true
        fail "The build failed; all of its log is in target/build.log."
    }
    mv "$stamp.new" "$stamp"
}

# find_runsc: gVisor's program, the newest that hack/tools has built, or else the one on the PATH. Sets runsc; fails when there is none.
find_runsc() {
    runsc=$(printf '%s\n' "$CACHE"/runsc-*/runsc | sort -V | tail -n 1)
    [ -x "$runsc" ] || runsc=$(command -v runsc) || return 1
}

# jar MODULE [CLASSIFIER]: the path of what the module was built to.
jar() {
    printf '%s/%s/target/%s-0.1.0-SNAPSHOT%s.jar' "$ROOT" "$1" "$1" "${2:+-$2}"
}

# PostgreSQL's binaries, unpacked once into the cache from the jar that Maven brought.
find_postgres() {
    PG_BIN=$CACHE/postgres-$POSTGRES_VERSION/bin
    [ -x "$PG_BIN/postgres" ] && return
    say "Unpacking PostgreSQL $POSTGRES_VERSION ..."
    local jar fresh
    jar=$(cd "$ROOT" && mvn -q -B -ntp dependency:build-classpath -pl migrations -Dmdep.includeScope=test -Dmdep.outputFile=/dev/stdout \
        | tr ':' '\n' | grep 'embedded-postgres-binaries-linux' | head -n 1) || true
    [ -r "$jar" ] || fail "PostgreSQL's binaries are missing: run 'JAVA_HOME=$JAVA_HOME mvn -pl migrations test-compile' and look at what it says."
    mkdir -p "$CACHE"
    fresh=$(mktemp -d "$CACHE/postgres-unpacking.XXXXXX")
    unzip -q -p "$jar" 'postgres-linux-*.txz' | tar -xJ -C "$fresh" || fail "PostgreSQL could not be unpacked to $fresh."
    # mv -T fails when another was first; its copy is as good
    mv -T "$fresh" "$CACHE/postgres-$POSTGRES_VERSION" 2>/dev/null || rm -rf "$fresh"
}

# postgres_tool TOOL ARGS...: runs initdb, pg_ctl or postgres. They refuse uid 0, so root runs them in a user namespace
# in which it has another; files stay root's.
postgres_tool() {
    local tool=$1
    shift
    if [ "$(id -u)" = 0 ]; then
        unshare --user "$PG_BIN/$tool" "$@"
    else
        "$PG_BIN/$tool" "$@"
    fi
}

# let_go: closes every descriptor but the first three. What outlives this script must hold neither its lock nor anything
# of the caller's: who waits for a pipe of ours to end would wait for ever.
let_go() {
    local fd
    for fd in "/proc/$BASHPID/fd/"*; do
        fd=${fd##*/}
        # 255 is bash's own, and closes by itself at exec
        if [ "$fd" -gt 2 ] && [ "$fd" != 255 ]; then eval "exec $fd>&-"; fi
    done
}

# listening PORT: does anything answer there?
listening() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

free_port() {
    local port
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        port=$((20000 + RANDOM % 12000))
        listening "$port" || {
            printf '%s' "$port"
            return
        }
    done
    fail "No free port was found."
}

# kept_port NAME: the port of last time when it is free, else a new one.
kept_port() {
    local port
    port=$(cat "$LAB/$1.port" 2>/dev/null) || true
    if [ -z "$port" ] || listening "$port"; then
        port=$(free_port)
        printf '%s' "$port" >"$LAB/$1.port"
    fi
    printf '%s' "$port"
}

# await SECONDS COMMAND...: until the command succeeds; its failure when it never did.
await() {
    local deadline=$(($(date +%s) + $1))
    shift
    until "$@"; do
        [ "$(date +%s)" -lt "$deadline" ] || return 1
        sleep 0.1
    done
}

# alive FILE: does the process whose id is in the file still run, and is it the one that wrote it?
# The second word of the file is the process's start time, so that a recycled id is not mistaken.
alive() {
    local pid start
    [ -r "$1" ] && read -r pid start <"$1" || return 1
    [ "$(start_time "$pid")" = "$start" ]
}

start_time() {
    local stat
    stat=$(cat "/proc/$1/stat" 2>/dev/null) || return 1
    # the fields after the name, which may hold spaces
    local fields
    read -ra fields <<<"${stat##*) }"
    # a zombie has ended
    [ "${fields[0]}" != Z ] && printf '%s' "${fields[19]}"
}

remember() { printf '%s %s\n' "$2" "$(start_time "$2")" >"$1"; }
