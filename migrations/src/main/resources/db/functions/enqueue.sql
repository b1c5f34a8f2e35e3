--liquibase formatted sql
-- Copyright Gretlab authors
-- SPDX-License-Identifier: Apache-2.0

--changeset gretlab:enqueue splitStatements:false stripComments:false runOnChange:true
-- Accepts a job, or answers with the one that the same key made before.
--
-- Everything a person may have too many of is counted under that person's lock, so that thirty requests at once see
-- each other. The queue limit is soft: an exact one would need a lock that everybody waits for.
-- No NOTIFY here: it would make all commits queue up behind one lock. The caller calls announce_queued() afterwards.
--
-- p_kind: run, submit or contest_submit. p_cpu_ms, p_memory_mb, p_output_kb: already clamped by the caller.
-- p_idempotency_key: null for none; kept 24 hours. p_request_hash: SHA-256 of the whole request.
-- Answers: the job, whether it is an old one (replayed), and how many queued jobs stand before it.
-- Errors, with the seconds after which to try again in DETAIL where that can help:
--   JQ001 too many jobs in flight, JQ002 too many runs this minute, JQ003 the queue is full,
--   JQ004 the key was used for another request, JQ007 no such language or switched off, JQ008 the contest is not open to this person,
--   JQ010 a kind that does not exist or lacks its problem or contest, a limit below 1, a key without its hash.
create or replace function enqueue_job(
    p_user_id uuid, p_kind text, p_language text, p_source bytea, p_stdin bytea,
    p_problem_version_id uuid, p_contest_id uuid,
    p_cpu_ms integer, p_wall_ms integer, p_memory_mb integer, p_output_kb integer,
    p_idempotency_key text, p_request_hash bytea
) returns table (job_id uuid, replayed boolean, jobs_before bigint)
language plpgsql security definer
set search_path = gretlab, pg_temp
-- One plan is as good for all arguments, and each of these tables is read through an index, whatever its statistics say.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_bitmapscan = off
as $$
#variable_conflict use_column
declare
    v_now timestamptz;
    v_endpoint text := case p_kind when 'run' then 'runs' else 'submissions' end;
    v_known record;
    v_settings text[];
    v_language_known boolean;
    v_heartbeat interval;
    v_most_in_flight bigint;
    v_most_runs bigint;
    v_most_queued bigint;
    v_head_start interval := '0';
    v_count bigint;
    v_oldest timestamptz;
    v_order_key timestamptz;
    v_tests integer := 1;
    v_contest contests;
begin
    -- here and not by the constraints of the tables, whose errors repeat the whole row, source included
    if not coalesce(p_kind in ('run', 'submit', 'contest_submit')
            and (p_kind = 'run' or p_problem_version_id is not null)
            and (p_kind = 'contest_submit') = (p_contest_id is not null)
            and p_user_id is not null and p_source is not null and p_stdin is not null
            and p_cpu_ms > 0 and p_wall_ms > 0 and p_memory_mb > 0 and p_output_kb > 0
            and (p_idempotency_key is null or length(p_idempotency_key) between 1 and 200 and length(p_request_hash) = 32),
            false) then
        raise exception 'this is not a job' using errcode = 'JQ010';
    end if;
    if pg_advisory_xact_lock(hashtextextended('student ' || p_user_id, 0)) is null then
        return; -- never; asked like this, because a perform costs a whole query
    end if;
    -- after the lock, because the wait for it is not time that the job spent in the queue
    v_now := queue_now();

    if p_idempotency_key is not null then
        select k.job_id, k.request_hash, k.created_at into v_known from idempotency_keys k
        where user_id = p_user_id and endpoint = v_endpoint and key = p_idempotency_key;
        if found and v_known.created_at > v_now - interval '24 hours' then
            if v_known.request_hash <> p_request_hash then
                raise exception 'this Idempotency-Key was used for another request' using errcode = 'JQ004';
            end if;
            job_id := v_known.job_id;
            replayed := true;
            jobs_before := jobs_before(job_id);
            return next;
            return;
        end if;
    end if;

    -- all in one pass, in the order of their names: a query of its own for each costs more than reading it
    select array_agg(value order by name), exists (select from languages where id = p_language)
    into v_settings, v_language_known from settings
    where name in ('head_start_contest_submit_s', 'head_start_submit_s', 'heartbeat_s', 'jobs_in_flight', 'languages_off',
        'queue_limit', 'runs_per_minute');
    assert cardinality(v_settings) = 7, 'a setting is missing';
    v_most_in_flight := v_settings[4];
    v_most_runs := v_settings[7];
    v_most_queued := v_settings[6]::bigint * case p_kind when 'run' then 1 else 2 end;

    if not v_language_known or p_language = any (string_to_array(v_settings[5], ',')) then
        raise exception 'language "%" is not available', p_language using errcode = 'JQ007';
    end if;

    if p_kind = 'contest_submit' then
        select c.* into v_contest from contests c
        join contest_problems cp on cp.contest_id = c.id
        join problem_versions pv on pv.problem_id = cp.problem_id
        join contest_registrations cr on cr.contest_id = c.id and cr.user_id = p_user_id
        where c.id = p_contest_id and pv.id = p_problem_version_id;
        if not found or v_now < v_contest.starts_at or v_now >= v_contest.ends_at then
            raise exception 'the contest is not open' using errcode = 'JQ008';
        end if;
    end if;

    select count(*) into v_count from jobs where user_id = p_user_id and finished_at is null and not by_staff;
    if v_count >= v_most_in_flight then
        raise exception '% jobs are in flight', v_count using errcode = 'JQ001', detail = '2';
    end if;
    -- What was cancelled while it ran keeps its slot until its runner's next heartbeat: else pressing and cancelling in
    -- turns would take every slot. It is looked for among the last jobs, beyond which none can still run.
    v_heartbeat := v_settings[3]::bigint * interval '1 second';
    -- With fewer of these and of the last minute's runs together than either limit leaves, neither needs to be counted.
    perform from jobs
    where user_id = p_user_id and enqueued_at > v_now - interval '10 minutes' and not by_staff
        and (kind = 'run' and enqueued_at > v_now - interval '1 minute'
            or verdict = 'cancelled' and runner_id is not null and finished_at > v_now - v_heartbeat)
    offset least(v_most_in_flight - v_count, v_most_runs) - 1 limit 1;
    if found then
        v_count := v_count + (select count(*) from jobs
            where user_id = p_user_id and enqueued_at > v_now - interval '10 minutes' and not by_staff
                and verdict = 'cancelled' and runner_id is not null and finished_at > v_now - v_heartbeat);
        if v_count >= v_most_in_flight then
            raise exception '% jobs are in flight', v_count using errcode = 'JQ001', detail = v_settings[3];
        end if;
        if p_kind = 'run' then
            -- the one that must be a minute old before there is room
            select enqueued_at into v_oldest from jobs
            where user_id = p_user_id and kind = 'run' and enqueued_at > v_now - interval '1 minute' and not by_staff
            order by enqueued_at desc
            offset v_most_runs - 1 limit 1;
            if found then
                raise exception '% runs in the last minute', v_most_runs using errcode = 'JQ002',
                    detail = ceil(greatest(1, extract(epoch from v_oldest + interval '1 minute' - v_now)))::text;
            end if;
        end if;
    end if;

    if p_kind = 'submit' then
        v_head_start := v_settings[2]::bigint * interval '1 second';
    elsif p_kind = 'contest_submit' then
        v_head_start := v_settings[1]::bigint * interval '1 second';
    end if;
    if p_kind <> 'run' then
        v_tests := (select count(*) from tests where problem_version_id = p_problem_version_id);
    end if;
    job_id := new_id();
    v_order_key := v_now - v_head_start;
    -- One walk through the queue answers both whether it is full and how many stand before this job. What staff have
    -- judged again fills no queue: withdrawing a runner's verdicts must not shut the class out.
    select count(*) filter (where not q.by_staff), count(*) filter (where (q.order_key, q.id) < (v_order_key, job_id))
    into v_count, jobs_before
    from (select order_key, id, by_staff from jobs where state = 'queued' order by order_key, id limit v_most_queued + 1000) q;
    if v_count >= v_most_queued then
        raise exception '% jobs are queued', v_count using errcode = 'JQ003', detail = '15';
    end if;

    -- Plain statements one after the other: together in one they cost a fifth more, most of it in setting them up.
    insert into jobs (id, user_id, kind, language, memory_mb, problem_version_id, contest_id, enqueued_at, order_key, tests_total)
    values (job_id, p_user_id, p_kind, p_language, p_memory_mb, p_problem_version_id, p_contest_id, v_now, v_order_key, v_tests);
    insert into job_sources (job_id, source, stdin, cpu_ms, wall_ms, output_kb)
    values (job_id, p_source, p_stdin, p_cpu_ms, p_wall_ms, p_output_kb);
    if p_idempotency_key is not null then
        -- that of yesterday, found above; nobody else can have come between, since its person is locked
        if v_known.created_at is not null then
            delete from idempotency_keys where user_id = p_user_id and endpoint = v_endpoint and key = p_idempotency_key;
        end if;
        insert into idempotency_keys (user_id, endpoint, key, request_hash, job_id, created_at)
        values (p_user_id, v_endpoint, p_idempotency_key, p_request_hash, job_id, v_now);
    end if;
    replayed := false;
    return next;
end
$$;

-- How many queued jobs will be claimed before this one; 0 when it is not queued. Counts at most 10,000.
create or replace function jobs_before(p_job_id uuid) returns bigint
language plpgsql stable security definer
set search_path = gretlab, pg_temp
as $$
declare
    v_order_key timestamptz;
begin
    -- the state is not asked in the condition: an index of the queue would be read from end to end for this one id
    select case state when 'queued' then order_key end into v_order_key from jobs where id = p_job_id;
    if v_order_key is null then
        return 0;
    end if;
    return (select count(*) from (
        select from jobs
        where state = 'queued' and (order_key, id) < (v_order_key, p_job_id)
        limit 10000) before);
end
$$;
revoke all on function jobs_before(uuid),
    enqueue_job(uuid, text, text, bytea, bytea, uuid, uuid, integer, integer, integer, integer, text, bytea) from public;
grant execute on function jobs_before(uuid),
    enqueue_job(uuid, text, text, bytea, bytea, uuid, uuid, integer, integer, integer, integer, text, bytea) to ${api};
