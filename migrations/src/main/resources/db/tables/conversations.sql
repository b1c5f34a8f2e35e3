--liquibase formatted sql
-- Copyright Gretlab authors
-- SPDX-License-Identifier: Apache-2.0

-- Examples of what the two sides of an interactive problem say to each other.
--changeset gretlab:sample-conversations
create table sample_conversations (
    problem_version_id uuid not null references problem_versions,
    number integer not null check (number >= 1), -- the order in which they are shown
    name text not null,                          -- as in the package: sample/1
    lines jsonb not null,                        -- [{"from":"judge" or "program","text":..}]
    primary key (problem_version_id, number)
);
grant select, insert on sample_conversations to ${api};
