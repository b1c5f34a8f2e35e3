--liquibase formatted sql
-- Copyright Gretlab authors
-- SPDX-License-Identifier: Apache-2.0

-- Who may do what. Roles belong to the whole server, so their names are parameters: two labs may share a server.
-- Passwords are set by the migration program, never here.
--changeset gretlab:roles splitStatements:false
do $$
declare
    v_role text;
begin
    foreach v_role in array array['${api}', '${runner}', '${scaler}'] loop
        if not exists (select from pg_roles where rolname = v_role) then
            execute format('create role %I nologin', v_role);
        end if;
        execute format('grant connect on database %I to %I', current_database(), v_role);
        execute format('grant usage on schema gretlab to %I', v_role);
        execute format('alter role %I in database %I set search_path = gretlab', v_role, current_database());
        -- An abandoned transaction holds row locks that the queue needs, so it is ended.
        execute format('alter role %I in database %I set idle_in_transaction_session_timeout = ''10s''', v_role, current_database());
        execute format('alter role %I in database %I set statement_timeout = %L', v_role, current_database(),
            case v_role when '${scaler}' then '2s' when '${runner}' then '20s' else '10s' end);
        execute format('alter role %I in database %I set lock_timeout = ''5s''', v_role, current_database());
    end loop;
    execute format('revoke all on database %I from public', current_database());
    revoke all on schema public from public;
end
$$;

-- A function is callable by nobody until its own file says who.
--changeset gretlab:no-default-execute
alter default privileges revoke execute on functions from public;

--changeset gretlab:owner-sees-sessions splitStatements:false
-- The owner sees since when the queue's own sessions hold a transaction open: that shows only to members of their roles.
-- (A comment above a changeset would belong to the one before it, and change that one's checksum.)
do $$
declare
    v_role text;
begin
    foreach v_role in array array['${api}', '${runner}', '${scaler}'] loop
        execute format('grant %I to current_user', v_role);
    end loop;
exception when insufficient_privilege or invalid_grant_operation then
    -- roles that somebody else made: the metric then shows less, and everything else works
    raise notice 'the owner is no member of the queue''s roles: the oldest transaction will not be seen';
end
$$;
