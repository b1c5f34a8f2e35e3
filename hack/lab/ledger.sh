# shellcheck shell=bash
# Copyright Gretlab authors
# SPDX-License-Identifier: Apache-2.0
#
# shellcheck disable=SC2154 # who sources this sets load_students
# Load on a lab under test, and the database's own word on what became of it.

# sql QUERY: as the superuser of the lab's database; one line for each row
sql() {
    PGPASSWORD=$(cat "$LAB/secrets/superuser") PGOPTIONS='-c search_path=gretlab -c client_min_messages=warning' PGCONNECT_TIMEOUT=5 \
        psql -XqAt -F ' ' -v ON_ERROR_STOP=1 -h 127.0.0.1 -p "$(cat "$LAB/pg.port")" -U postgres -d gretlab -c "$1"
}

# keep_ledger: from now on each time that a verdict is written counts, also one that is written over another
keep_ledger() {
    ledger_since=$(sql 'select clock_timestamp()')
    sql "create schema ledger;
        create table ledger.verdicts (job_id uuid not null, verdict text not null, written_at timestamptz not null default clock_timestamp());
        create function ledger.note() returns trigger language plpgsql security definer set search_path = ledger, pg_temp as \$\$
        begin
            insert into verdicts (job_id, verdict) values (new.id, new.verdict);
            return null;
        end \$\$;
        create trigger ledger after update of verdict on jobs for each row when (new.verdict is not null) execute function ledger.note()"
}

# ledger_holds CONDITION [NUMBER]: of the jobs since keep_ledger that the condition chooses, each is done and got a verdict
# once, and no key made two; there are so many of them.
ledger_holds() {
    local wrong count
    wrong=$(sql "select 'job ' || j.id || ' is ' || j.state || ', verdicts: ' || coalesce(v.list, 'none') || ', results: ' || coalesce(r.count, 0)
        from jobs j
        left join (select job_id, count(*), string_agg(verdict || ' at ' || written_at, ', ' order by written_at) as list from ledger.verdicts group by job_id) v
            on v.job_id = j.id
        left join (select job_id, count(*) from job_results group by job_id) r on r.job_id = j.id
        where j.enqueued_at >= '$ledger_since' and ($1)
            and (j.state <> 'done' or v.count is distinct from 1 or r.count is distinct from 1)")
    [ -z "$wrong" ] || { echo "$wrong" && return 1; }
    wrong=$(sql "select 'job ' || j.id || ' has ' || count(k.key) || ' keys' from jobs j left join idempotency_keys k on k.job_id = j.id
        where j.enqueued_at >= '$ledger_since' and ($1) group by j.id having count(k.key) > 1")
    [ -z "$wrong" ] || { echo "$wrong" && return 1; }
    [ $# -gt 1 ] || return 0
    count=$(sql "select count(*) from jobs j where j.enqueued_at >= '$ledger_since' and ($1)")
    [ "$count" = "$2" ] || { echo "there are $count jobs instead of $2" && return 1; }
}

jobs_of_load="j.enqueued_at >= '%s' and j.user_id in (select id from users where username ~ '^student[0-9]+\$' and substr(username, 8)::integer <= %d)"
of_load() {
    # shellcheck disable=SC2059 # it is the format
    printf "$jobs_of_load" "$load_since" "$load_students"
}
load_runs() { [ "$(sql "select count(*) from jobs j where j.verdict is not null and $(of_load)")" -ge 5 ]; }

# begin_load SECONDS [OPTION...]: hack/load beside what follows; returns when the first presses have their verdicts
begin_load() {
    local seconds=$1
    shift
    load_since=$(sql 'select clock_timestamp()')
    "$ROOT/hack/load" --students="$load_students" --think=4 --seconds="$seconds" --patience=90 "$@" >"$LAB.load" 2>&1 &
    load=$!
    await 20 load_runs || { echo "the load did not begin:" && cat "$LAB.load" && return 1; }
}

# end_load: waits for it; its report when a press failed
end_load() {
    wait "$load" || { cat "$LAB.load" && return 1; }
    grep -E '^(offered|refused|replayed)' "$LAB.load" | sed 's/^/        (/; s/$/)/'
}

# presses_of REPORT: how many there were, by what hack/load prints; nothing when it has not come to its report
presses_of() { sed -n 's/^offered .* presses\/s (\([0-9,]*\) in .*/\1/p' "$1" | tr -d ,; }

# load_is_in_ledger: as many jobs as presses, each with one verdict
load_is_in_ledger() {
    local presses
    presses=$(presses_of "$LAB.load")
    [ -n "$presses" ] || { echo "the load has no report" && return 1; }
    ledger_holds "$(of_load)" "$presses"
}
