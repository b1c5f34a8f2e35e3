--liquibase formatted sql
-- Copyright Gretlab authors
-- SPDX-License-Identifier: Apache-2.0

-- What a job needs to be judged again: verdicts that staff withdrew, and who asked for it.
--changeset gretlab:voided-verdicts
-- The verdict stays as it was given; from this moment on it does not count.
alter table jobs add column voided_at timestamptz;
-- Staff look for what failed through no fault of a student, newest first.
create index jobs_system_errors on jobs (finished_at desc) where verdict = 'system_error';
-- All verdicts of one runner are found to be withdrawn.
create index job_results_of_runner on job_results (runner_id);

-- Nobody but the functions that act writes here, and nothing is ever changed or deleted.
--changeset gretlab:staff-actions
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
