--liquibase formatted sql
-- Copyright Gretlab authors
-- SPDX-License-Identifier: Apache-2.0

-- What a problem whose tests lie in groups needs beyond pass and fail.
--changeset gretlab:grading-of-problems
alter table problem_versions
    -- Null: the first test that fails decides. Else {"scored":.., "maxScore":decimal or null, "groups":[{"name":.., "parent":name
    -- or null, "breaks":.., "verdict":.., "acceptedIfAny":.., "ignoresSample":.., "score":.., "scoredIfRejected":..,
    -- "accepted":points, "rejected":points, "scoreFiles":.., "lowest":points or null, "highest":points or null,
    -- "requires":[name], "maxScore":decimal or null, "shown":..}]}: the whole problem first, then each group before those inside
    -- it. Points are texts, 12.5 or 100/3, since a third of a hundred is no decimal.
    add column grading jsonb;
alter table example_submissions
    -- the score that is right, both bounds included; null: any
    add column lowest_score numeric,
    add column highest_score numeric;

--changeset gretlab:scores-of-groups
create table job_groups (
    job_id uuid not null references jobs on delete cascade,
    number integer not null, -- the group's place in the problem's grading, from 1
    name text not null,
    shown boolean not null,  -- students see it
    verdict text check (verdict in ('accepted', 'wrong_answer', 'time_limit', 'memory_limit', 'output_limit',
        'runtime_error')),   -- null: it was not run
    score numeric(40, 6),    -- null: it gives no points
    max_score numeric(40, 6), -- null: no bound is known
    primary key (job_id, number)
);
grant select on job_groups to ${api};
alter table job_tests
    -- for staff: the validator made it of hidden data
    add column score numeric(40, 6);
