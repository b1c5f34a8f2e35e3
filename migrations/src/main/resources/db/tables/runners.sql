--liquibase formatted sql
-- Copyright Gretlab authors
-- SPDX-License-Identifier: Apache-2.0

--changeset gretlab:runners
create table runners (
    id uuid primary key,
    name text not null,      -- host or pod
    version text not null,
    state text not null check (state in ('ready', 'draining', 'gone')),
    slots integer not null check (slots >= 1),
    memory_mb integer not null check (memory_mb >= 1), -- of all slots together
    isolation text not null check (isolation in ('gvisor', 'namespaces')),
    self_test jsonb not null,
    languages jsonb not null, -- [{id, name, version, extension, editorMode, sourceFile}]
    busy_slots integer not null default 0,
    free_memory_mb integer not null default 0,
    started_at timestamptz not null,
    last_seen_at timestamptz not null
) with (fillfactor = 70); -- a heartbeat rewrites the row in place
grant select on runners to ${api};

-- The languages that some runner has ever offered: students can go on writing while no runner is up.
--changeset gretlab:languages
create table languages (
    id text primary key check (id ~ '^[a-z][a-z0-9_+-]{0,31}$'),
    name text not null,
    version text not null,
    extension text not null,
    editor_mode text not null,
    source_file text not null,
    updated_at timestamptz not null
);
grant select on languages to ${api};
