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

--changeset gretlab:example-claims
-- What a package claims of one of its programs for a part of the tests.
create table example_claims (
    problem_version_id uuid not null,
    path text not null,
    number integer not null check (number >= 1), -- the order in which the package gives them
    tests_named text not null,                   -- as the package does: secret/1-small, or a pattern
    tests integer[] not null,                    -- their numbers
    permitted text[],                            -- the verdicts that each of them may have; null: any
    required text[],                             -- the verdicts of which one of them must have one; null: any
    score_groups text[] not null,                -- the groups whose score is claimed
    lowest_score numeric,                        -- both bounds included; null: any
    highest_score numeric,
    primary key (problem_version_id, path, number),
    foreign key (problem_version_id, path) references example_submissions
);
grant select, insert on example_claims to ${api};
