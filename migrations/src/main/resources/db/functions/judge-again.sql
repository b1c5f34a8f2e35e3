--liquibase formatted sql
-- Copyright Gretlab authors
-- SPDX-License-Identifier: Apache-2.0

--changeset gretlab:judge-again splitStatements:false stripComments:false runOnChange:true
-- A new job with the program, problem version and limits of an old one. It has no head start and counts against nobody's
-- limits: the student did not ask for it. p_patience: it stands behind whatever is pressed in so much time.
create or replace function judge_again(p_job jobs, p_patience interval) returns uuid
language plpgsql
set search_path = gretlab, pg_temp
as $$
declare
    v_id uuid := new_id();
    v_now timestamptz := queue_now();
begin
    insert into jobs (id, user_id, kind, language, memory_mb, problem_version_id, contest_id, retry_of, by_staff, enqueued_at,
        order_key, tests_total)
    values (v_id, p_job.user_id, p_job.kind, p_job.language, p_job.memory_mb, p_job.problem_version_id, p_job.contest_id, p_job.id,
        true, v_now, v_now + p_patience,
        case p_job.kind when 'run' then 1
            else (select count(*) from tests t where t.problem_version_id = p_job.problem_version_id) end);
    insert into job_sources (job_id, source, stdin, cpu_ms, wall_ms, output_kb)
    select v_id, s.source, s.stdin, s.cpu_ms, s.wall_ms, s.output_kb from job_sources s where s.job_id = p_job.id;
    return v_id;
end
$$;

-- Judges a job again whose verdict was our fault (system_error) or was withdrawn. Answers the new job; asked again for
-- the same job it answers the one that it made. Null: no such job. JQ011: the job has a verdict that stands, or none yet.
create or replace function retry_job(p_job_id uuid, p_asked_by uuid) returns uuid
language plpgsql security definer
set search_path = gretlab, pg_temp
as $$
declare
    v_job jobs;
    v_retry uuid;
begin
    -- the lock makes two who click at once see each other
    select * into v_job from jobs where id = p_job_id for update;
    if not found then
        return null;
    end if;
    if v_job.state <> 'done' or (v_job.verdict <> 'system_error' and v_job.voided_at is null) then
        raise exception 'only a system error or a withdrawn verdict is judged again' using errcode = 'JQ011';
    end if;
    select id into v_retry from jobs where retry_of = p_job_id;
    if not found then
        v_retry := judge_again(v_job, interval '0');
        insert into staff_actions (at, user_id, action, job_id) values (queue_now(), p_asked_by, 'retry', p_job_id);
    end if;
    return v_retry;
end
$$;

-- Withdraws verdicts that a runner gave, in the order of their jobs after p_after (null: from the first), at most p_limit of
-- them, and judges the submits among them again; plain runs only lose their verdict, since their students look at them
-- once. The runner gets no more work; what it has in hand begins anew elsewhere, in the same attempt, since nobody is to blame.
-- The new jobs stand behind what students press in the next ten minutes, and fill what that leaves free.
-- Answers how many, and the last job that it looked at (null: there were none left); call again after it until then.
create or replace function void_runner(p_runner_id uuid, p_reason text, p_asked_by uuid, p_after uuid, p_limit integer)
returns table (voided integer, retried integer, last_job_id uuid)
language plpgsql security definer
set search_path = gretlab, pg_temp
-- whatever share of the results is this runner's
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
declare
    v_now timestamptz := queue_now();
    v_job jobs;
    v_taken integer := 0;
begin
    voided := 0;
    retried := 0;
    -- the lock of its claims: none that began before goes on after
    perform pg_advisory_xact_lock(hashtextextended('runner ' || p_runner_id, 0));
    update runners set voided_at = coalesce(voided_at, v_now) where id = p_runner_id;
    for v_job in select * from jobs where state = 'running' and runner_id = p_runner_id for update loop
        perform take_back(v_job, 'the verdicts of this runner were withdrawn');
        v_taken := v_taken + 1;
    end loop;
    for v_job in
        select j.* from job_results r
        join jobs j on j.id = r.job_id
        -- with a token it was the runner that gave the verdict
        -- As pairs, which only the index of both columns has in order: with the runner for itself, and statistics that
        -- know one runner, the primary key looks as good, and is read from end to end.
        where r.lease_token is not null
            and (r.runner_id, r.job_id) > (p_runner_id, coalesce(p_after, '00000000-0000-0000-0000-000000000000'))
            and (r.runner_id, r.job_id) <= (p_runner_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
        order by r.runner_id, r.job_id
        limit p_limit
        for update of j
    loop
        last_job_id := v_job.id;
        continue when v_job.voided_at is not null;
        update jobs set voided_at = v_now, revision = revision + 1 where id = v_job.id;
        voided := voided + 1;
        if v_job.kind <> 'run' then
            perform judge_again(v_job, interval '10 minutes');
            retried := retried + 1;
        end if;
    end loop;
    if p_after is null or voided > 0 then
        insert into staff_actions (at, user_id, action, runner_id, reason)
        values (v_now, p_asked_by, 'void', p_runner_id,
            format('%s verdicts, %s jobs in hand: %s', voided, v_taken, left(p_reason, 1000)));
    end if;
    return next;
end
$$;
revoke all on function judge_again(jobs, interval), retry_job(uuid, uuid), void_runner(uuid, text, uuid, uuid, integer) from public;
grant execute on function retry_job(uuid, uuid), void_runner(uuid, text, uuid, uuid, integer) to ${api};
