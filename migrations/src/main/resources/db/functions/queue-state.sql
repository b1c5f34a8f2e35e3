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

-- How many runners the work at hand asks for: queued and running jobs over the slots of a runner (of those online on
-- average, else 1).
create or replace function wanted_runners() returns integer
language sql stable security definer
set search_path = gretlab, pg_temp
as $$
    select ceil((select count(*) from jobs where finished_at is null)::numeric
        / (select coalesce(avg(slots), 1) from online_runners))::integer
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
revoke all on function queue_oldest_seconds(), queue_state(), queue_order(integer), wanted_runners(), queue_health() from public;
grant execute on function queue_oldest_seconds(), wanted_runners() to ${scaler}, ${api};
grant execute on function queue_state(), queue_order(integer), queue_health() to ${api};
