--liquibase formatted sql
-- Copyright Gretlab authors
-- SPDX-License-Identifier: Apache-2.0

--changeset gretlab:users
create table users (
    id uuid primary key,
    username text not null check (username ~ '^[a-z0-9][a-z0-9._@+-]{0,63}$'),
    display_name text not null check (length(display_name) between 1 and 200),
    role text not null check (role in ('student', 'staff', 'admin')),
    -- Argon2id in its own text form; null: this person signs in elsewhere or not yet
    password_hash text,
    disabled_at timestamptz,
    created_at timestamptz not null default now(),
    constraint users_username_key unique (username)
);
grant select, insert, update on users to ${api};

--changeset gretlab:courses
create table courses (
    id uuid primary key,
    slug text not null constraint courses_slug_key unique check (slug ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
    name text not null check (length(name) between 1 and 200),
    created_at timestamptz not null default now()
);
create table course_members (
    course_id uuid not null references courses,
    user_id uuid not null references users,
    role text not null check (role in ('student', 'staff')),
    primary key (course_id, user_id)
);
-- "which courses is this person in" is asked on every page
create index course_members_user on course_members (user_id);
grant select, insert, update on courses to ${api};
grant select, insert, update, delete on course_members to ${api};

--changeset gretlab:sessions
create table sessions (
    -- SHA-256 of the id in the cookie: a copy of this table signs nobody in
    id_hash bytea primary key check (length(id_hash) = 32),
    user_id uuid not null references users,
    created_at timestamptz not null default now(),
    last_seen_at timestamptz not null default now(),
    expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);
grant select, insert, update, delete on sessions to ${api};

--changeset gretlab:tokens
create table tokens (
    id uuid primary key,
    user_id uuid not null references users,
    name text not null check (length(name) between 1 and 100),
    secret_hash bytea not null constraint tokens_secret_hash_key unique check (length(secret_hash) = 32),
    created_at timestamptz not null default now(),
    last_used_at timestamptz,
    expires_at timestamptz
);
create index tokens_user on tokens (user_id);
grant select, insert, update, delete on tokens to ${api};

-- Failed sign-ins, by account and by address together: a class shares one address.
--changeset gretlab:sign-in-failures
create table sign_in_failures (
    username text not null,
    address text not null,
    failures integer not null,
    window_started_at timestamptz not null,
    primary key (username, address)
);
grant select, insert, update, delete on sign_in_failures to ${api};
