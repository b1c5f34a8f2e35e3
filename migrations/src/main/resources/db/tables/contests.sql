--liquibase formatted sql
-- Copyright Gretlab authors
-- SPDX-License-Identifier: Apache-2.0

--changeset gretlab:contests
create table contests (
    id uuid primary key,
    course_id uuid not null references courses,
    slug text not null constraint contests_slug_key unique check (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
    name text not null,
    starts_at timestamptz not null,
    ends_at timestamptz not null,
    created_at timestamptz not null default now(),
    check (ends_at > starts_at)
);
create table contest_problems (
    contest_id uuid not null references contests,
    problem_id uuid not null references problems,
    label text not null check (length(label) between 1 and 10),
    position integer not null,
    primary key (contest_id, problem_id)
);
create table contest_registrations (
    contest_id uuid not null references contests,
    user_id uuid not null references users,
    registered_at timestamptz not null default now(),
    primary key (contest_id, user_id)
);
grant select, insert, update on contests to ${api};
grant select, insert, update, delete on contest_problems, contest_registrations to ${api};
