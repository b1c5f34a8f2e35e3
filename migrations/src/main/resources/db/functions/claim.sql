--liquibase formatted sql
-- Copyright Gretlab authors
-- SPDX-License-Identifier: Apache-2.0

--changeset gretlab:claim splitStatements:false stripComments:false runOnChange:true
-- What judging by a problem version needs, in the form that claim_jobs answers.
create or replace function validator_of(p_problem_version_id uuid) returns jsonb
language plpgsql stable
set search_path = gretlab, pg_temp
as $$
begin
    return (select v.validator from problem_versions v where v.id = p_problem_version_id);
end
$$;
create or replace function tests_of(p_problem_version_id uuid) returns jsonb
language plpgsql stable
set search_path = gretlab, pg_temp
as $$
begin
    return (
        with c as (
            select jsonb_agg(jsonb_build_object('number', x.number, 'group', x.group_name, 'visible', x.visible,
                'inputHash', encode(x.input_hash, 'hex'), 'answerHash', encode(x.answer_hash, 'hex'),
                'validatorArgs', to_jsonb(x.validator_args)) order by x.number) as cases
            from tests x where x.problem_version_id = p_problem_version_id
        )
        -- Another shape on purpose: a runner that does not know of groups fails to read it, instead of judging by the
        -- first failure what is graded otherwise.
        select case when v.grading is null then c.cases
            else jsonb_build_object('grading', v.grading, 'cases', c.cases) end
        from c, problem_versions v where v.id = p_problem_version_id);
end
$$;

-- A claim that takes and returns other things is another function; nothing calls the one of before.
drop function if exists claim_jobs(uuid, text[], integer, integer);
-- Gives a runner the jobs that it should start now, at most one for each free slot, each under a lease with a new token.
--
-- Order: strictly by order key among the jobs that this runner could ever run. The runner takes a prefix of them: when the
-- next one needs more memory than is free, it waits instead of letting smaller ones overtake for ever.
-- A job whose last attempt lapsed or failed runs alone. A busy runner that meets one reserves it for one lease, takes
-- nothing behind it, and so becomes empty; other busy runners pass it by, an idle one may still take it.
-- p_held: the tokens that the runner knows of. What it leased beyond them, because the answer to a claim got lost, it
-- gets first, in the same attempt and under the same token. Null: it does not say, and gets new jobs only.
-- A runner whose verdicts were withdrawn gets nothing until it registers anew.
-- JQ006: the runner is not registered.
create or replace function claim_jobs(p_runner_id uuid, p_languages text[], p_free_slots integer, p_free_memory_mb integer,
    p_held uuid[] default null)
returns table (
    job_id uuid, attempt integer, token uuid, lease_ms integer, kind text, language text, alone boolean,
    student bigint,  -- the same for jobs of the same person, and says nothing else
    source bytea, stdin bytea, cpu_ms integer, wall_ms integer, memory_mb integer, output_kb integer,
    validator jsonb, -- null for a run
    -- [{number, group, visible, inputHash, answerHash, validatorArgs}], hashes in hex; null for a run.
    -- Of a problem with groups {grading: as in problem_versions, cases: the same list}.
    tests jsonb
)
language plpgsql security definer
set search_path = gretlab, pg_temp
-- One plan is as good for all arguments, and making one for these costs more than the claim itself.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off set enable_mergejoin = off
as $$
#variable_conflict use_column
declare
    v_now timestamptz := queue_now();
    v_lease_ms integer;
    v_lease interval;
    v_total_memory_mb integer;
    v_voided boolean;
    v_free_slots integer := p_free_slots;
    v_free_memory_mb integer := p_free_memory_mb;
    v_held integer := 0;
    v_alone boolean := false;
    v_job record;
    v_first boolean;
    v_again uuid[] := '{}'; -- leased before, answer lost
    v_take uuid[] := '{}';
begin
    -- A runner that lost the answer of a claim may ask again while the first one still runs: they would not see what
    -- the other takes, and a job that runs alone would get a neighbour. void_runner takes this lock too: what it
    -- withdraws is all that the runner ever judges.
    if pg_advisory_xact_lock(hashtextextended('runner ' || p_runner_id, 0)) is null then
        return; -- never; asked like this, because a perform costs a whole query
    end if;
    select r.memory_mb, r.voided_at is not null, s.value::integer * 1000 into v_total_memory_mb, v_voided, v_lease_ms
    from runners r, settings s where r.id = p_runner_id and s.name = 'lease_s';
    if not found then
        raise exception 'runner % is not registered', p_runner_id using errcode = 'JQ006';
    end if;
    v_lease := v_lease_ms * interval '1 millisecond';
    if p_free_slots < 1 or v_voided then
        return;
    end if;
    -- most claims of a small runner find it idle, and a loop costs more than asking for that
    perform from jobs j where j.state = 'running' and j.runner_id = p_runner_id;
    if found then
        for v_job in
            select j.id, j.alone, j.memory_mb, j.lease_token = any (p_held) as known from jobs j
            where j.state = 'running' and j.runner_id = p_runner_id
        loop
            v_held := v_held + 1;
            v_alone := v_alone or v_job.alone;
            if not v_job.known and v_free_slots > 0 then
                v_again := v_again || v_job.id;
                v_free_slots := v_free_slots - 1;
                v_free_memory_mb := v_free_memory_mb - v_job.memory_mb;
            end if;
        end loop;
    end if;

    v_first := v_held = 0;
    if not v_alone and v_free_slots > 0 then
        for v_job in
            select j.id, j.memory_mb, j.alone from jobs j
            where j.state = 'queued' and j.language = any (p_languages) and j.memory_mb <= v_total_memory_mb
                and (not j.alone or v_held = 0 or j.reserved_by = p_runner_id or j.reserved_until is null or j.reserved_until <= v_now)
            order by j.order_key, j.id
            limit v_free_slots
            for update skip locked
        loop
            if v_job.alone and not v_first then
                update jobs j set reserved_by = p_runner_id, reserved_until = v_now + v_lease
                where j.id = v_job.id
                    -- an idle runner that has other work before it leaves the job to the one that empties itself
                    and (j.reserved_by is null or j.reserved_by = p_runner_id or j.reserved_until <= v_now);
                exit;
            end if;
            v_first := false;
            v_free_memory_mb := v_free_memory_mb - v_job.memory_mb;
            -- below zero it takes no more, but goes on to look for one to reserve
            if v_free_memory_mb >= 0 then
                v_take := v_take || v_job.id;
            end if;
            exit when v_job.alone;
        end loop;
    end if;
    if v_take = '{}' and v_again = '{}' then
        return;
    end if;

    if v_again <> '{}' then
        return query
        update jobs j set lease_expires_at = v_now + v_lease
        from unnest(v_again) t (id)
        join job_sources s on s.job_id = t.id
        where j.id = t.id and j.state = 'running' and j.runner_id = p_runner_id
        returning j.id, j.attempt, j.lease_token, v_lease_ms, j.kind, j.language, j.alone, uuid_hash_extended(j.user_id, 0),
            s.source, s.stdin, s.cpu_ms, s.wall_ms, j.memory_mb, s.output_kb,
            case when j.kind <> 'run' then validator_of(j.problem_version_id) end,
            case when j.kind <> 'run' then tests_of(j.problem_version_id) end;
    end if;
    -- The rows are written and answered in one statement, in their order, since nothing here may sort or hash.
    return query
    update jobs j set state = 'running', phase = 'compiling', attempt = j.attempt + 1, runner_id = p_runner_id,
        lease_token = gen_random_uuid(), lease_expires_at = v_now + v_lease, claimed_at = v_now,
        reserved_by = null, reserved_until = null, tests_done = 0, revision = j.revision + 1
    from unnest(v_take) t (id)
    join job_sources s on s.job_id = t.id
    where j.id = t.id
    returning j.id, j.attempt, j.lease_token, v_lease_ms, j.kind, j.language, j.alone, uuid_hash_extended(j.user_id, 0),
        s.source, s.stdin, s.cpu_ms, s.wall_ms, j.memory_mb, s.output_kb,
        case when j.kind <> 'run' then validator_of(j.problem_version_id) end,
        case when j.kind <> 'run' then tests_of(j.problem_version_id) end;
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
revoke all on function validator_of(uuid), tests_of(uuid), claim_jobs(uuid, text[], integer, integer, uuid[]), fetch_tests(uuid, bytea[]) from public;
grant execute on function claim_jobs(uuid, text[], integer, integer, uuid[]), fetch_tests(uuid, bytea[]) to ${runner};
