--liquibase formatted sql
-- Copyright Gretlab authors
-- SPDX-License-Identifier: Apache-2.0

--changeset gretlab:attempts splitStatements:false stripComments:false runOnChange:true
-- Ends an attempt that gave no verdict: back to the queue to run alone, or system_error when it was the last one.
-- The caller holds the job's row. Answers requeued or system_error.
create or replace function end_attempt(p_job jobs, p_outcome text, p_reason text) returns text
language plpgsql
set search_path = gretlab, pg_temp
as $$
declare
    v_now timestamptz := queue_now();
begin
    insert into job_attempts (job_id, attempt, runner_id, claimed_at, ended_at, outcome, reason)
    values (p_job.id, p_job.attempt, p_job.runner_id, p_job.claimed_at, v_now, p_outcome, p_reason);
    if p_job.attempt < setting('attempts') then
        -- the order key stays: it has waited long enough
        update jobs set state = 'queued', phase = 'queued', alone = true, runner_id = null, lease_token = null,
            lease_expires_at = null, tests_done = 0, revision = revision + 1
        where id = p_job.id;
        return 'requeued';
    end if;
    update jobs set state = 'done', phase = 'done', verdict = 'system_error', finished_at = v_now, lease_token = null,
        lease_expires_at = null, revision = revision + 1
    where id = p_job.id;
    insert into job_results (job_id, runner_id, staff_message) values (p_job.id, p_job.runner_id, p_reason);
    return 'system_error';
end
$$;

-- The judge itself failed with this job. Answers requeued or system_error. JQ005: the lease is lost.
create or replace function fail_attempt(p_job_id uuid, p_token uuid, p_runner_id uuid, p_reason text) returns text
language plpgsql security definer
set search_path = gretlab, pg_temp
as $$
declare
    v_job jobs;
begin
    select * into v_job from jobs
    where id = p_job_id and lease_token = p_token and runner_id = p_runner_id
    for update;
    if not found then
        raise exception 'the lease is lost' using errcode = 'JQ005';
    end if;
    return end_attempt(v_job, 'judge_failed', left(p_reason, 4000));
end
$$;

-- Takes a running job from its runner with nobody to blame: the same attempt begins again elsewhere. The caller holds the
-- job's row.
create or replace function take_back(p_job jobs, p_reason text) returns void
language plpgsql
set search_path = gretlab, pg_temp
as $$
begin
    insert into job_attempts (job_id, attempt, runner_id, claimed_at, ended_at, outcome, reason)
    values (p_job.id, p_job.attempt, p_job.runner_id, p_job.claimed_at, queue_now(), 'given_back', p_reason);
    update jobs set state = 'queued', phase = 'queued', attempt = attempt - 1, runner_id = null, lease_token = null,
        lease_expires_at = null, tests_done = 0, revision = revision + 1
    where id = p_job.id;
end
$$;

-- A draining runner hands a job back. JQ005: the lease is lost.
create or replace function give_back_job(p_job_id uuid, p_token uuid, p_runner_id uuid) returns void
language plpgsql security definer
set search_path = gretlab, pg_temp
as $$
declare
    v_job jobs;
begin
    select * into v_job from jobs
    where id = p_job_id and lease_token = p_token and runner_id = p_runner_id
    for update;
    if not found then
        raise exception 'the lease is lost' using errcode = 'JQ005';
    end if;
    perform take_back(v_job, null);
end
$$;

-- Ends the attempts whose lease has lapsed. One sweeper at a time, whoever calls; the others get no rows at once.
-- For one lease after the database came up nothing is swept: runners could not renew while it was away.
create or replace function release_expired_jobs() returns table (job_id uuid, outcome text)
language plpgsql security definer
set search_path = gretlab, pg_temp
as $$
#variable_conflict use_column
declare
    v_now timestamptz := queue_now();
    v_job jobs;
begin
    if v_now < queue_up_since() + setting('lease_s') * interval '1 second'
        or not pg_try_advisory_xact_lock(hashtextextended('gretlab sweeper', 0)) then
        return;
    end if;
    for v_job in
        select * from jobs where lease_expires_at < v_now
        order by lease_expires_at
        limit 500
        -- a row that is locked is being renewed or completed right now
        for update skip locked
    loop
        job_id := v_job.id;
        outcome := end_attempt(v_job, 'lapsed', 'the runner was not heard of for a whole lease');
        return next;
    end loop;
end
$$;
revoke all on function end_attempt(jobs, text, text), take_back(jobs, text), fail_attempt(uuid, uuid, uuid, text), give_back_job(uuid, uuid, uuid),
    release_expired_jobs() from public;
grant execute on function fail_attempt(uuid, uuid, uuid, text), give_back_job(uuid, uuid, uuid) to ${runner};
grant execute on function release_expired_jobs() to ${runner}, ${api};
