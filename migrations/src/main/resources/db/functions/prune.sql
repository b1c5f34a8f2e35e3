--liquibase formatted sql
-- Copyright Gretlab authors
-- SPDX-License-Identifier: Apache-2.0

--changeset gretlab:prune splitStatements:false stripComments:false runOnChange:true
-- Deletes plain runs that are older than the setting allows, at most p_limit of them, so that no caller holds locks for
-- long. Answers how many; call again while it is p_limit.
create or replace function prune_jobs(p_limit integer) returns integer
language plpgsql security definer
set search_path = gretlab, pg_temp
as $$
declare
    v_days bigint := setting('keep_runs_days');
    v_count integer;
begin
    if v_days = 0 then
        return 0;
    end if;
    -- materialized, because a LIMIT with FOR UPDATE in a plain sub-select may lock and delete more rows than it says
    with old as materialized (
        select id from jobs
        where kind = 'run' and state = 'done' and finished_at < queue_now() - v_days * interval '1 day'
        order by finished_at
        limit p_limit
        for update skip locked
    )
    delete from jobs j using old where j.id = old.id;
    get diagnostics v_count = row_count;
    return v_count;
end
$$;

-- Deletes what has expired beside the jobs: sessions, keys after 24 hours, runners not seen for a week.
create or replace function prune_expired() returns void
language sql volatile security definer
set search_path = gretlab, pg_temp
as $$
    delete from sessions where expires_at < queue_now();
    delete from idempotency_keys where created_at < queue_now() - interval '24 hours';
    delete from sign_in_failures where window_started_at < queue_now() - interval '1 day';
    delete from runners where last_seen_at < queue_now() - interval '7 days';
$$;
revoke all on function prune_jobs(integer), prune_expired() from public;
grant execute on function prune_jobs(integer), prune_expired() to ${api};
