--liquibase formatted sql
-- Copyright Gretlab authors
-- SPDX-License-Identifier: Apache-2.0

--changeset gretlab:judge-again splitStatements:false stripComments:false runOnChange:true
-- A new job with the program, problem version and limits of an old one. It has no head start, so that many of them do
-- not stand before the presses of students, and it counts against nobody's limits: the student did not ask for it.
create or replace function judge_again(p_job jobs) returns uuid
language plpgsql
set search_path = gretlab, pg_temp
as $$
declare
    v_id uuid := new_id();
    v_now timestamptz := queue_now();
begin
    insert into jobs (id, user_id, kind, language, memory_mb, problem_version_id, contest_id, retry_of, enqueued_at, order_key,
        tests_total)
    values (v_id, p_job.user_id, p_job.kind, p_job.language, p_job.memory_mb, p_job.problem_version_id, p_job.contest_id, p_job.id,
        v_now, v_now,
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
        v_retry := judge_again(v_job);
        insert into staff_actions (at, user_id, action, job_id) values (queue_now(), p_asked_by, 'retry', p_job_id);
    end if;
    return v_retry;
end
$$;

-- Withdraws verdicts that a runner gave, at most p_limit of them, and judges the submits among them again; plain runs
-- only lose their verdict, since their students look at them once. What the runner has in hand is taken from it.
-- Answers how many; call again while voided is p_limit.
create or replace function void_runner(p_runner_id uuid, p_reason text, p_asked_by uuid, p_limit integer)
returns table (voided integer, retried integer)
language plpgsql security definer
set search_path = gretlab, pg_temp
-- whatever share of the results is this runner's
set enable_seqscan = off
as $$
declare
    v_now timestamptz := queue_now();
    v_job jobs;
begin
    voided := 0;
    retried := 0;
    for v_job in select * from jobs where state = 'running' and runner_id = p_runner_id for update loop
        perform end_attempt(v_job, 'judge_failed', 'the verdicts of this runner were withdrawn: ' || left(p_reason, 1000));
    end loop;
    for v_job in
        select j.* from job_results r
        join jobs j on j.id = r.job_id
        -- with a token it was the runner that gave the verdict
        where r.runner_id = p_runner_id and r.lease_token is not null and j.voided_at is null
        limit p_limit
        for update of j
    loop
        update jobs set voided_at = v_now, revision = revision + 1 where id = v_job.id;
        voided := voided + 1;
        if v_job.kind <> 'run' then
            perform judge_again(v_job);
            retried := retried + 1;
        end if;
    end loop;
    if voided > 0 then
        insert into staff_actions (at, user_id, action, runner_id, reason)
        values (v_now, p_asked_by, 'void', p_runner_id, format('%s verdicts: %s', voided, left(p_reason, 1000)));
    end if;
    return next;
end
$$;
revoke all on function judge_again(jobs), retry_job(uuid, uuid), void_runner(uuid, text, uuid, integer) from public;
grant execute on function retry_job(uuid, uuid), void_runner(uuid, text, uuid, integer) to ${api};
