--liquibase formatted sql
-- Copyright Gretlab authors
-- SPDX-License-Identifier: Apache-2.0

--changeset gretlab:queue-state splitStatements:false stripComments:false runOnChange:true
-- Seconds that the oldest queued job has waited since it was enqueued; 0 when none is queued.
-- The one figure behind the metric, the warning, the page and the autoscaler.
create or replace function queue_oldest_seconds() returns double precision
language sql stable security definer
set search_path = gretlab, pg_temp
as $$
    select coalesce(greatest(0, extract(epoch from queue_now() - min(enqueued_at))), 0)::double precision
    from jobs where state = 'queued'
$$;

-- A row for each kind: how many are queued and running.
create or replace function queue_state() returns table (kind text, queued bigint, running bigint)
language sql stable security definer
set search_path = gretlab, pg_temp
as $$
    select k.kind, count(j.id) filter (where j.state = 'queued'), count(j.id) filter (where j.state = 'running')
    from (values ('run'), ('submit'), ('contest_submit')) k (kind)
    left join jobs j on j.kind = k.kind and j.finished_at is null
    group by k.kind
$$;

-- The first queued jobs in the order in which they will be claimed. A replica takes it once a second for all positions.
create or replace function queue_order(p_limit integer) returns table (job_id uuid)
language sql stable security definer
set search_path = gretlab, pg_temp
as $$
    select id from jobs where state = 'queued' order by order_key, id limit p_limit
$$;

-- Seconds of a slot that a job takes, as it was measured: the mean of the last 200 that a runner gave a verdict; 1 while
-- there is none among the last 2000.
create or replace function job_slot_seconds() returns numeric
language sql stable
set search_path = gretlab, pg_temp
as $$
    select coalesce(avg(extract(epoch from judged.finished_at - judged.claimed_at)), 1)
    from (
        -- ids grow with time, so that the primary key knows the last ones; reading on until 200 are found might read all
        select recent.finished_at, recent.claimed_at
        from (select id, finished_at, claimed_at, verdict from jobs order by id desc limit 2000) recent
        where recent.finished_at >= recent.claimed_at and recent.verdict not in ('cancelled', 'system_error')
        order by recent.id desc
        limit 200) judged
$$;

-- How many slots the contests that run, or start within the lead time, keep busy when all who are registered press as often
-- as the setting says. At seven tenths, since above that jobs wait for each other.
create or replace function contest_slots() returns numeric
language sql stable
set search_path = gretlab, pg_temp
as $$
    select case when count(*) = 0 then 0 else count(*) * job_slot_seconds() / setting('contest_press_s') / 0.7 end
    from contests c join contest_registrations r on r.contest_id = c.id
    where c.starts_at <= queue_now() + setting('contest_lead_min') * interval '1 minute' and c.ends_at > queue_now()
$$;

-- How many runners are wanted: jobs that are queued or run, over the slots of a runner (of those online on average, else
-- 1). For contests, what they will need when that is more.
create or replace function wanted_runners() returns integer
language sql stable security definer
set search_path = gretlab, pg_temp
as $$
    select ceil((unfinished.others + greatest(unfinished.of_contests, contest_slots()))
        / (select coalesce(avg(slots), 1) from online_runners))::integer
    from (
        select count(*) filter (where contest_id is null) as others, count(contest_id) as of_contests
        from jobs where finished_at is null) unfinished
$$;

-- What makes a queue in PostgreSQL slow long before it is full: the oldest open transaction, which keeps dead rows from
-- being cleared away, and the dead rows of the hot table. Sessions of other roles are seen where the owner is a member
-- of pg_read_all_stats, else only the queue's own.
create or replace function queue_health() returns table (oldest_transaction_seconds double precision, dead_rows bigint)
language sql stable security definer
set search_path = gretlab, pg_temp
as $$
    select coalesce(max(extract(epoch from clock_timestamp() - a.xact_start)), 0)::double precision,
        pg_stat_get_dead_tuples('gretlab.jobs'::regclass)
    from pg_stat_activity a
    where a.datname = current_database() and a.pid <> pg_backend_pid() and a.backend_type = 'client backend'
$$;
revoke all on function queue_oldest_seconds(), queue_state(), queue_order(integer), job_slot_seconds(), contest_slots(), wanted_runners(),
    queue_health() from public;
grant execute on function queue_oldest_seconds(), wanted_runners() to ${scaler}, ${api};
grant execute on function queue_state(), queue_order(integer), queue_health() to ${api};
