--liquibase formatted sql
-- Copyright Gretlab authors
-- SPDX-License-Identifier: Apache-2.0

-- What a job needs to be judged again: verdicts that staff withdrew, and who asked for it.
--changeset gretlab:voided-verdicts
alter table jobs
    -- the verdict stays as it was given; from this moment on it does not count
    add column voided_at timestamptz,
    -- it was made to judge another one again: no press of the student, so it counts against no limit
    add column by_staff boolean not null default false;
-- its verdicts were withdrawn, and it gets no more work
alter table runners add column voided_at timestamptz;

--changeset gretlab:system-errors-index runInTransaction:false
-- Staff look for what failed through no fault of a student, newest first. Concurrently: a lab may be at work.
create index concurrently if not exists jobs_system_errors on jobs (finished_at desc) where verdict = 'system_error';

--changeset gretlab:results-of-runner-index runInTransaction:false
-- All verdicts of one runner are found to be withdrawn, in order, so that a batch begins where the last one ended.
create index concurrently if not exists job_results_of_runner on job_results (runner_id, job_id) where lease_token is not null;

--changeset gretlab:staff-actions
-- Nobody but the functions that act writes here, and nothing is ever changed or deleted.
create table staff_actions (
    id bigint generated always as identity primary key,
    at timestamptz not null,
    user_id uuid references users, -- null: the operator of the database
    action text not null check (action in ('retry', 'void')),
    job_id uuid,    -- no foreign key: the record outlives a pruned run,
    runner_id uuid, -- and a runner that is gone
    reason text
);
create index staff_actions_of_job on staff_actions (job_id) where job_id is not null;
grant select on staff_actions to ${api};
