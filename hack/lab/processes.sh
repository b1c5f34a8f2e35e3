# shellcheck shell=bash
# Copyright Gretlab authors
# SPDX-License-Identifier: Apache-2.0
#
# shellcheck disable=SC2154 # hack/up sets pg_port, slots, runner_user, runner_as and jail_prefix
# The processes of a lab. Each has a supervisor that starts it again when it dies, as a cluster would.

# supervise NAME COMMAND...: its log is log/NAME.log, its process id is in run/NAME.
supervise() {
    local name=$1
    shift
    (
        let_go
        # shellcheck disable=SC2154 # set below, before any signal that matters
        trap 'kill -TERM "$child" 2>/dev/null; wait "$child"; rm -f "$LAB/run/$name"; exit 0' TERM
        # a terminal that closes ends hack/up, which ends us in order, or has nothing to say to us any more
        trap '' INT HUP
        while :; do
            "$@" >>"$LAB/log/$name.log" 2>&1 &
            child=$!
            remember "$LAB/run/$name" "$child"
            wait "$child" || true
            printf '%s ended, starting it again\n' "$name" >>"$LAB/log/$name.log"
            sleep 1
        done
    ) </dev/null >/dev/null 2>&1 &
    remember "$LAB/run/$name.supervisor" $!
}

# install_programs: a lab runs copies, so that a build does not pull the jars from under it.
install_programs() {
    local programs=$LAB/programs
    rm -rf "$programs"
    mkdir -p "$programs/runner-agent"
    cp "$(jar api-server app)" "$programs/api-server.jar"
    cp "$(jar runner-agent)" "$programs/runner-agent/runner-agent.jar"
    cp -R "$ROOT/runner-agent/target/lib" "$programs/runner-agent/lib"
    cp "$ROOT/sandbox-runtimeclass/jail/build/gretlab-jail" "$ROOT/sandbox-runtimeclass/languages.yaml" \
        "$ROOT/sandbox-runtimeclass/in-gvisor" "$programs/"
    install_prepared
    # jails have users of their own, whatever umask this shell has
    chmod -R a+rX "$programs"
}

# install_prepared: what languages need made ahead (class data of Java, Go's library, Kotlin's compiler), which takes a
# minute to make and stays in the cache
install_prepared() {
    mkdir -p "$CACHE"
    (
        flock 8
        "$ROOT/sandbox-runtimeclass/prepare" "$CACHE/prepared" --kotlin || exit 1
        [ ! -d "$CACHE/prepared" ] || cp -a "$CACHE/prepared" "$LAB/programs/prepared"
    ) 8>"$CACHE/prepared.lock" || fail "What languages need made ahead could not be made; the reason is above."
}

java_options=(-XX:+UseSerialGC -XX:+UseCompactObjectHeaders --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow)

# api PORT: one replica. Through the pooler when there is one; LISTEN needs a session of its own, so it goes direct.
# Behind a gateway it says that it is going for as long as the gateway takes to look.
api() {
    exec env GRETLAB_DB_POOLED_URL="r2dbc:postgresql://127.0.0.1:${pooler_port:-$pg_port}/gretlab" \
        GRETLAB_DB_DIRECT_URL="r2dbc:postgresql://127.0.0.1:$pg_port/gretlab" \
        GRETLAB_DB_USER=gretlab_api GRETLAB_DB_PASSWORD_FILE="$LAB/secrets/api" METRICS_TOKEN_FILE="$LAB/secrets/metrics" \
        GRETLAB_BIND=127.0.0.1 GRETLAB_PORT="$1" \
        ${pooler_port:+GRETLAB_DRAIN_SECONDS=2 GRETLAB_TRUSTED_PROXIES=127.0.0.1,::1} \
        GRETLAB_BOOTSTRAP_ADMIN=admin GRETLAB_BOOTSTRAP_ADMIN_PASSWORD_FILE="$LAB/secrets/admin" \
        "$JAVA_HOME/bin/java" "${java_options[@]}" -Xmx768m -Djava.io.tmpdir="$LAB/tmp" -jar "$LAB/programs/api-server.jar"
}

# make_runner_folder NUMBER: the one that it may write, with what it must know
make_runner_folder() {
    local folder=$LAB/runner-$1
    mkdir -p "$folder"
    (umask 077 && cp "$LAB/secrets/runner" "$folder/password" && cp "$LAB/secrets/metrics" "$folder/metrics-token")
    chown -R "${runner_user:-$(id -u)}" "$folder"
    chmod 0700 "$folder"
}

# Programs share this machine with what answers people, which comes first: in a cluster they have nodes of their own.
runner_nice=5

# runner NUMBER PORT: started by root, each of its slots has a user of its own; started as an ordinary user, they share that one.
runner() {
    local prefix=''
    [ ${#jail_prefix[@]} = 0 ] || prefix=$(printf '%s\n' "${jail_prefix[@]}")
    exec env ${prefix:+GRETLAB_JAIL_PREFIX="$prefix"} \
        GRETLAB_DB_URL="jdbc:postgresql://127.0.0.1:$pg_port/gretlab" GRETLAB_DB_USER=gretlab_runner \
        GRETLAB_DB_PASSWORD_FILE="$LAB/runner-$1/password" GRETLAB_JAIL="$LAB/programs/gretlab-jail" \
        GRETLAB_LANGUAGES="$LAB/programs/languages.yaml" GRETLAB_WORK_DIR="$LAB/runner-$1/work" \
        GRETLAB_FIRST_UID=$((60000 + 100 * ($1 - 1))) GRETLAB_RUNNER_NAME="runner-$1" \
        GRETLAB_HTTP_BIND=127.0.0.1 GRETLAB_HTTP_PORT="$2" METRICS_TOKEN_FILE="$LAB/runner-$1/metrics-token" \
        ${slots:+GRETLAB_SLOTS="$slots"} \
        nice -n "$runner_nice" ${runner_as[@]+"${runner_as[@]}"} \
        "$JAVA_HOME/bin/java" "${java_options[@]}" -Xmx256m -jar "$LAB/programs/runner-agent/runner-agent.jar"
}
