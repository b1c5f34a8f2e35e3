--liquibase formatted sql
-- Copyright Gretlab authors
-- SPDX-License-Identifier: Apache-2.0

--changeset gretlab:lab-state splitStatements:false stripComments:false runOnChange:true
-- What the operator acts on, beside queue_oldest_seconds() and wanted_runners(): it has no role of its own here, the API
-- asks for it.

-- The runners that have not said goodbye and were heard of in the last ten minutes: those online get work (as
-- online_runners says), the others are told because somebody looks for them. failed: what its own test of its sandbox
-- found not to hold, and what it should have tried and did not. What a runner says of itself is cut: whoever has stolen
-- the runners' password writes it.
create or replace function runner_reports() returns table (
    name text, version text, isolation text, online boolean, failed text[], last_beat_seconds double precision)
language sql stable security definer
set search_path = gretlab, pg_temp
as $$
    select left(r.name, 100), left(r.version, 40), r.isolation, o.id is not null,
        array(
            select left(f.name, 40)
            from (
                select e.key from jsonb_each(case jsonb_typeof(r.self_test) when 'object' then r.self_test else '{}' end) e
                where e.value = 'false'::jsonb
                union
                select c.claim
                from unnest(array['networkClosed', 'secretsHidden', 'cpuLimited', 'memoryLimited']) c (claim)
                where r.self_test -> c.claim is distinct from 'true'::jsonb
            ) f (name)
            order by f.name limit 20),
        greatest(0, extract(epoch from queue_now() - r.last_seen_at))::double precision
    from runners r left join online_runners o on o.id = r.id
    where r.state <> 'gone' and r.voided_at is null and r.last_seen_at > queue_now() - interval '10 minutes'
    order by o.id is null, r.name, r.started_at
    limit 1000
$$;

-- The contests that run now: while there is one, nobody replaces the lab's parts. The one place that knows.
create or replace function running_contests() returns table (slug text, ends_at timestamptz)
language sql stable security definer
set search_path = gretlab, pg_temp
as $$
    select c.slug, c.ends_at from contests c
    where c.starts_at <= queue_now() and c.ends_at > queue_now()
    order by c.ends_at, c.slug
$$;

-- How many changesets the database has run: it only ever grows, and is the same in every database of one version.
create or replace function schema_version() returns integer
language sql stable security definer
set search_path = gretlab, pg_temp
as $$
    select count(*)::integer from databasechangelog
$$;

-- How many connections the server takes, all of its databases together, from who is no superuser.
create or replace function connection_limit() returns integer
language sql stable security definer
set search_path = gretlab, pg_temp
as $$
    select current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
        - coalesce(current_setting('reserved_connections', true)::integer, 0)
$$;
revoke all on function runner_reports(), running_contests(), schema_version(), connection_limit() from public;
grant execute on function runner_reports(), running_contests(), schema_version(), connection_limit() to ${api};
