--liquibase formatted sql
-- Copyright Gretlab authors
-- SPDX-License-Identifier: Apache-2.0

-- The hot row of a job: state, order and lease. What is read once (source) or written once (results) stands beside it,
-- so that a claim and a heartbeat rewrite few bytes.
--changeset gretlab:jobs
create table jobs (
    id uuid primary key,
    user_id uuid not null references users,
    kind text not null check (kind in ('run', 'submit', 'contest_submit')),
    state text not null default 'queued' check (state in ('queued', 'running', 'done')),
    language text not null,
    memory_mb integer not null check (memory_mb > 0),
    problem_version_id uuid references problem_versions, -- a run may have one too, for its limits
    contest_id uuid references contests,
    retry_of uuid references jobs on delete set null,
    enqueued_at timestamptz not null,
    order_key timestamptz not null, -- enqueued_at less the head start of the kind: the whole order of the queue
    attempt integer not null default 0 check (attempt >= 0), -- of the last claim; 0 before the first
    alone boolean not null default false, -- its last attempt lapsed or failed: it runs with no neighbour
    reserved_by uuid,          -- the runner that is emptying itself to run it alone
    reserved_until timestamptz,
    runner_id uuid, -- no foreign key: it would lock the runner's row at every claim
    lease_token uuid,
    lease_expires_at timestamptz,
    claimed_at timestamptz,
    phase text not null default 'queued' check (phase in ('queued', 'compiling', 'testing', 'done')),
    tests_done integer not null default 0,
    tests_total integer not null default 0,
    verdict text check (verdict in ('accepted', 'wrong_answer', 'time_limit', 'memory_limit', 'output_limit',
        'runtime_error', 'compile_error', 'system_error', 'cancelled')),
    finished_at timestamptz,
    revision bigint not null default 1, -- grows with every change that a student can see, and is the event id of SSE
    constraint jobs_lease_while_running check ((state = 'running') = (lease_token is not null)
        and (state = 'running') = (lease_expires_at is not null)),
    constraint jobs_verdict_when_done check ((state = 'done') = (verdict is not null)
        and (state = 'done') = (finished_at is not null)),
    constraint jobs_kind_needs check (kind = 'run' or problem_version_id is not null),
    constraint jobs_contest_submit check ((kind = 'contest_submit') = (contest_id is not null))
) with (
    fillfactor = 80,
    -- The table holds every job ever submitted but only the few live rows change: vacuum by a count, not by a share of the table.
    autovacuum_vacuum_scale_factor = 0,
    autovacuum_vacuum_threshold = 2000,
    autovacuum_vacuum_insert_scale_factor = 0.05,
    autovacuum_analyze_scale_factor = 0.02,
    autovacuum_vacuum_cost_delay = 0
);
-- Each index of live jobs has a condition that only its own query says (a constraint above makes them mean the same as a
-- state). With the same condition on all of them, and statistics from a quiet hour, the planner takes any one for as good
-- as another and reads the whole queue to find one job.
-- Claim, depth and position read this one, whatever the number of finished jobs.
create index jobs_queued on jobs (order_key, id) where state = 'queued';
-- The sweeper looks for leases that have lapsed,
create index jobs_leased on jobs (lease_expires_at) where lease_expires_at is not null;
-- a claim for what its runner holds already,
create index jobs_of_runner on jobs (runner_id) where state = 'running';
-- a heartbeat for its tokens, and two attempts never share one.
create unique index jobs_lease_token on jobs (lease_token) where lease_token is not null;
-- The limit of jobs in flight counts these under the student's lock.
create index jobs_in_flight on jobs (user_id) where finished_at is null;
-- Runs of the last minute, and a student's history, newest first.
create index jobs_of_user on jobs (user_id, enqueued_at desc);
-- Staff read the submissions of a problem, newest first.
create index jobs_of_problem on jobs (problem_version_id, enqueued_at desc) where kind <> 'run';
-- Old plain runs are pruned from its beginning.
create index jobs_old_runs on jobs (finished_at) where kind = 'run' and state = 'done';
-- Deleting a job looks for its retries.
create index jobs_retries on jobs (retry_of) where retry_of is not null;
grant select on jobs to ${api};

--changeset gretlab:job-sources
create table job_sources (
    job_id uuid primary key references jobs on delete cascade,
    source bytea not null,
    stdin bytea not null default '',
    -- the limits in force for this job, after clamping
    cpu_ms integer not null check (cpu_ms > 0),
    wall_ms integer not null check (wall_ms > 0),
    output_kb integer not null check (output_kb > 0)
);
grant select on job_sources to ${api};

--changeset gretlab:job-results
create table job_results (
    job_id uuid primary key references jobs on delete cascade,
    lease_token uuid, -- of the attempt that recorded it: the same completion sent twice is taken once. Null: no runner did
    runner_id uuid,
    isolation text,
    exit_code integer,
    signal integer,
    stopped_by text check (stopped_by in ('cpu', 'wall', 'memory', 'output', 'processes')),
    cpu_ms integer,
    wall_ms integer,
    memory_kb bigint,
    score numeric,
    stdout bytea not null default '',
    stdout_truncated boolean not null default false,
    stderr bytea not null default '',
    stderr_truncated boolean not null default false,
    compile_output bytea not null default '',
    message text,       -- for the student
    staff_message text  -- for staff: a validator's word, or why the judge failed
);
create table job_tests (
    job_id uuid not null references jobs on delete cascade,
    number integer not null,
    group_name text not null,
    visible boolean not null,
    verdict text not null check (verdict in ('accepted', 'wrong_answer', 'time_limit', 'memory_limit', 'output_limit',
        'runtime_error', 'system_error')),
    cpu_ms integer not null,
    wall_ms integer not null,
    memory_kb bigint not null,
    exit_code integer,
    signal integer,
    stopped_by text,
    -- of visible tests only: what a hidden test made the program print would leak the test
    stdout bytea,
    stdout_truncated boolean not null default false,
    stderr bytea,
    message text,
    staff_message text,
    primary key (job_id, number),
    constraint job_tests_hidden check (visible or (stdout is null and stderr is null and exit_code is null and signal is null and message is null))
);
grant select on job_results, job_tests to ${api};

-- Attempts that ended without a verdict. The attempt that gave the verdict is in job_results.
--changeset gretlab:job-attempts
create table job_attempts (
    id bigint generated always as identity primary key,
    job_id uuid not null references jobs on delete cascade,
    attempt integer not null,
    runner_id uuid,
    claimed_at timestamptz,
    ended_at timestamptz not null,
    outcome text not null check (outcome in ('lapsed', 'judge_failed', 'given_back')),
    reason text
);
create index job_attempts_job on job_attempts (job_id);
grant select on job_attempts to ${api};

--changeset gretlab:idempotency-keys
create table idempotency_keys (
    user_id uuid not null references users,
    endpoint text not null,
    key text not null check (length(key) between 1 and 200),
    request_hash bytea not null check (length(request_hash) = 32),
    job_id uuid,          -- what a Run or Submit made
    response jsonb,       -- what another write answered
    created_at timestamptz not null,
    primary key (user_id, endpoint, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
grant select, insert, update, delete on idempotency_keys to ${api};
