--liquibase formatted sql
-- Copyright Gretlab authors
-- SPDX-License-Identifier: Apache-2.0

-- The newest job of each example submission that staff have had judged.
--changeset gretlab:example-jobs
create table example_jobs (
    problem_version_id uuid not null,
    path text not null,
    job_id uuid not null references jobs on delete cascade,
    primary key (problem_version_id, path),
    foreign key (problem_version_id, path) references example_submissions
);
-- Deleting a job looks for it.
create index example_jobs_job on example_jobs (job_id);
grant select on example_jobs to ${api};
