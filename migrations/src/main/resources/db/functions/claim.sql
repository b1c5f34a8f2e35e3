--liquibase formatted sql
-- Copyright Gretlab authors
-- SPDX-License-Identifier: Apache-2.0

--changeset gretlab:claim splitStatements:false stripComments:false runOnChange:true
-- Gives a runner the jobs that it should start now, at most one for each free slot, each under a lease with a new token.
--
-- Order: strictly by order key among the jobs that this runner could ever run. The runner takes a prefix of them: when the
-- next one needs more memory than is free, it waits instead of letting smaller ones overtake for ever.
-- A job whose last attempt lapsed or failed runs alone. A busy runner that meets one reserves it for one lease, takes
-- nothing behind it, and so becomes empty; other busy runners pass it by, an idle one may still take it.
-- JQ006: the runner is not registered.
create or replace function claim_jobs(p_runner_id uuid, p_languages text[], p_free_slots integer, p_free_memory_mb integer)
returns table (
    job_id uuid, attempt integer, token uuid, lease_ms integer, kind text, language text, alone boolean,
    source bytea, stdin bytea, cpu_ms integer, wall_ms integer, memory_mb integer, output_kb integer,
    validator jsonb, -- null for a run
    tests jsonb      -- [{number, group, visible, inputHash, answerHash, validatorArgs}], hashes in hex; null for a run
)
language plpgsql security definer
set search_path = gretlab, pg_temp
as $$
#variable_conflict use_column
declare
    v_now timestamptz := queue_now();
    v_lease_ms integer := setting('lease_s') * 1000;
    v_lease interval := v_lease_ms * interval '1 millisecond';
    v_total_memory_mb integer;
    v_held bigint;
    v_alone boolean;
begin
    select r.memory_mb into v_total_memory_mb from runners r where r.id = p_runner_id;
    if not found then
        raise exception 'runner % is not registered', p_runner_id using errcode = 'JQ006';
    end if;
    if p_free_slots < 1 then
        return;
    end if;
    -- A runner that lost the answer of a claim may ask again while the first one still runs: they would not see what
    -- the other takes, and a job that runs alone would get a neighbour.
    perform pg_advisory_xact_lock(hashtextextended('runner ' || p_runner_id, 0));
    select count(*), coalesce(bool_or(j.alone), false) into v_held, v_alone
    from jobs j where j.state = 'running' and j.runner_id = p_runner_id;
    if v_alone then
        return;
    end if;

    return query
    -- materialized, because a LIMIT with FOR UPDATE in a plain sub-select may lock more rows than it returns
    with candidates as materialized (
        select j.id, j.order_key, j.memory_mb, j.alone from jobs j
        where j.state = 'queued' and j.language = any (p_languages) and j.memory_mb <= v_total_memory_mb
            and (not j.alone or v_held = 0 or j.reserved_by = p_runner_id or j.reserved_until is null or j.reserved_until <= v_now)
        order by j.order_key, j.id
        limit p_free_slots
        for update skip locked
    ),
    ranked as (
        select c.id, c.alone, row_number() over w as place,
            sum(c.memory_mb) over w as memory_so_far, bool_or(c.alone) over w as alone_so_far
        from candidates c
        window w as (order by c.order_key, c.id)
    ),
    reserved as (
        update jobs j set reserved_by = p_runner_id, reserved_until = v_now + v_lease
        from (select r.id, r.place from ranked r where r.alone order by r.place limit 1) first_alone
        where j.id = first_alone.id and (first_alone.place > 1 or v_held > 0)
            -- an idle runner that has other work before it leaves the job to the one that empties itself
            and (j.reserved_by is null or j.reserved_by = p_runner_id or j.reserved_until <= v_now)
    ),
    taken as (
        update jobs j set state = 'running', phase = 'compiling', attempt = j.attempt + 1, runner_id = p_runner_id,
            lease_token = gen_random_uuid(), lease_expires_at = v_now + v_lease, claimed_at = v_now,
            reserved_by = null, reserved_until = null, tests_done = 0, revision = j.revision + 1
        from ranked r
        where j.id = r.id and r.memory_so_far <= p_free_memory_mb
            and (not r.alone_so_far or (r.alone and r.place = 1 and v_held = 0))
        returning j.*
    )
    select t.id, t.attempt, t.lease_token, v_lease_ms, t.kind, t.language, t.alone,
        s.source, s.stdin, s.cpu_ms, s.wall_ms, t.memory_mb, s.output_kb,
        case when t.kind <> 'run' then v.validator end,
        case when t.kind <> 'run' then (
            select jsonb_agg(jsonb_build_object('number', x.number, 'group', x.group_name, 'visible', x.visible,
                'inputHash', encode(x.input_hash, 'hex'), 'answerHash', encode(x.answer_hash, 'hex'),
                'validatorArgs', to_jsonb(x.validator_args)) order by x.number)
            from tests x where x.problem_version_id = t.problem_version_id) end
    from taken t
    join job_sources s on s.job_id = t.id
    left join problem_versions v on v.id = t.problem_version_id
    order by t.order_key, t.id;
end
$$;

-- The files that a leased job needs: inputs, answers and its validator's files, nothing else. JQ005: no such lease.
create or replace function fetch_tests(p_token uuid, p_hashes bytea[]) returns table (hash bytea, content bytea)
language plpgsql security definer
set search_path = gretlab, pg_temp
as $$
#variable_conflict use_column
declare
    v_version uuid;
begin
    select j.problem_version_id into v_version from jobs j
    where j.lease_token = p_token and j.kind <> 'run';
    if not found then
        raise exception 'the lease is lost' using errcode = 'JQ005';
    end if;
    return query
    select b.hash, b.content from blobs b
    where b.hash = any (p_hashes) and (
        exists (select from tests t where t.problem_version_id = v_version and b.hash in (t.input_hash, t.answer_hash))
        or exists (
            select from problem_versions v, jsonb_array_elements(v.validator -> 'files') f
            where v.id = v_version and decode(f ->> 'hash', 'hex') = b.hash));
end
$$;
revoke all on function claim_jobs(uuid, text[], integer, integer), fetch_tests(uuid, bytea[]) from public;
grant execute on function claim_jobs(uuid, text[], integer, integer), fetch_tests(uuid, bytea[]) to ${runner};
