--liquibase formatted sql
-- Copyright Gretlab authors
-- SPDX-License-Identifier: Apache-2.0

-- Files of packages (tests, pictures, validators, example submissions), stored once by content.
--changeset gretlab:blobs
create table blobs (
    hash bytea primary key check (length(hash) = 32), -- SHA-256 of content
    size bigint not null,
    content bytea not null,
    created_at timestamptz not null default now()
);
-- Inputs are read far more often than written, and pieces of big ones should not cost a decompression each time.
alter table blobs alter column content set storage external;
grant select, insert on blobs to ${api};

--changeset gretlab:problems
create table problems (
    id uuid primary key,
    course_id uuid not null references courses,
    slug text not null constraint problems_slug_key unique check (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
    current_version_id uuid, -- null only inside the transaction that imports the first version
    created_at timestamptz not null default now()
);
create index problems_course on problems (course_id);
create table problem_versions (
    id uuid primary key,
    problem_id uuid not null references problems,
    version integer not null check (version >= 1),
    name text not null,
    -- language tag -> sanitised HTML
    statements jsonb not null,
    cpu_ms integer not null check (cpu_ms > 0),
    memory_mb integer not null check (memory_mb > 0),
    output_kb integer not null check (output_kb > 0),
    -- {"kind":"default","caseSensitive":..,"spaceSensitive":..,"absoluteTolerance":..,"relativeTolerance":..} or
    -- {"kind":"custom","language":..,"files":[{"name":..,"hash":hex}],"cpuMs":..,"memoryMb":..}
    validator jsonb not null,
    package_format text not null check (package_format in ('legacy', '2025-09')),
    package_hash bytea not null check (length(package_hash) = 32),
    created_by uuid references users,
    created_at timestamptz not null default now(),
    unique (problem_id, version)
);
alter table problems add constraint problems_current_version foreign key (current_version_id) references problem_versions;
create table tests (
    problem_version_id uuid not null references problem_versions,
    number integer not null check (number >= 1), -- the order of judging
    name text not null,                          -- as in the package: secret/02-large
    group_name text not null,                    -- sample or secret, or a folder below it
    visible boolean not null,                    -- a sample: students see input, answer and their output
    input_hash bytea not null references blobs,
    answer_hash bytea not null references blobs,
    validator_args text[] not null default '{}',
    primary key (problem_version_id, number)
);
create table problem_files (
    problem_version_id uuid not null references problem_versions,
    path text not null,
    content_type text not null,
    hash bytea not null references blobs,
    primary key (problem_version_id, path)
);
create table example_submissions (
    problem_version_id uuid not null references problem_versions,
    path text not null, -- accepted/sum.py
    language text not null,
    expected text[] not null, -- the verdicts that are right
    hash bytea not null references blobs,
    primary key (problem_version_id, path)
);
grant select, insert, update on problems, problem_versions to ${api};
grant select, insert on tests, problem_files, example_submissions to ${api};

--changeset gretlab:drafts
create table drafts (
    user_id uuid not null references users,
    problem text not null,  -- a problem's slug, or scratch for programs without a problem
    language text not null,
    source bytea not null,  -- the text as typed, in UTF-8
    version bigint not null default 1, -- the ETag
    updated_at timestamptz not null default now(),
    primary key (user_id, problem, language)
);
grant select, insert, update, delete on drafts to ${api};
