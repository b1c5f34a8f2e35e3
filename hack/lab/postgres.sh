# shellcheck shell=bash
# Copyright Gretlab authors
# SPDX-License-Identifier: Apache-2.0
#
# The lab's PostgreSQL, started by its own tools, so that it neither hangs on a JVM nor dies with one.

# make_secrets: a password for every role, made once.
make_secrets() {
    local name
    for name in superuser owner api runner scaler admin metrics; do
        [ -s "$LAB/secrets/$name" ] || (umask 077 && head -c 18 /dev/urandom | base64 | tr '+/' 'xy' >"$LAB/secrets/$name")
    done
}

# make_database: initdb, once. It is complete or not there: what a Ctrl-C interrupted begins anew.
make_database() {
    [ ! -e "$LAB/pg/PG_VERSION" ] || return 0
    say "Making the database ..."
    rm -rf "$LAB/pg.new"
    postgres_tool initdb -D "$LAB/pg.new" -U postgres --auth=scram-sha-256 --pwfile="$LAB/secrets/superuser" \
        --encoding=UTF8 --no-locale >"$LAB/log/initdb.log" 2>&1 || fail "initdb failed; $LAB/log/initdb.log says why."
    cat >>"$LAB/pg.new/postgresql.conf" <<'CONF'
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
max_connections = 100
shared_buffers = 256MB
# what people send stays out of the log: neither parameters nor the rows of an error
log_parameter_max_length = 0
log_parameter_max_length_on_error = 0
log_error_verbosity = terse
log_min_error_statement = panic
CONF
    # in single-user mode, before anything listens: no client program is needed, and no password passes a network
    printf "create role gretlab_owner login createrole password '%s'\ngrant pg_read_all_stats to gretlab_owner\ncreate database gretlab owner gretlab_owner\n" "$(cat "$LAB/secrets/owner")" \
        | postgres_tool postgres --single -D "$LAB/pg.new" postgres >"$LAB/log/initdb.log" 2>&1 \
        || fail "The database could not be made; $LAB/log/initdb.log says why."
    mv "$LAB/pg.new" "$LAB/pg"
}

# start_postgres: on the port of last time when it is free. Sets pg_port.
start_postgres() {
    pg_port=$(kept_port pg)
    # after a kill -9 the old server's last processes may need a moment to notice
    await 20 pg_ctl_start || {
        tail -n 5 "$LAB/log/postgres.log" >&2
        fail "PostgreSQL did not start; $LAB/log/postgres.log says why."
    }
}

pg_ctl_start() {
    (
        let_go
        postgres_tool pg_ctl start -s -w -t 60 -D "$LAB/pg" -l "$LAB/log/postgres.log" -o "-p $pg_port" </dev/null >/dev/null 2>&1
    )
}

migrate() {
    GRETLAB_DB_URL=jdbc:postgresql://127.0.0.1:$pg_port/gretlab GRETLAB_DB_USER=gretlab_owner \
        GRETLAB_DB_PASSWORD_FILE=$LAB/secrets/owner GRETLAB_API_PASSWORD_FILE=$LAB/secrets/api \
        GRETLAB_RUNNER_PASSWORD_FILE=$LAB/secrets/runner GRETLAB_SCALER_PASSWORD_FILE=$LAB/secrets/scaler \
        "$JAVA_HOME/bin/java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -jar "$(jar migrations)" >"$LAB/log/migrations.log" 2>&1 \
        || fail "The migration failed: $(tail -n 3 "$LAB/log/migrations.log")"
}
