--liquibase formatted sql
-- Copyright Gretlab authors
-- SPDX-License-Identifier: Apache-2.0

--changeset gretlab:runner-functions splitStatements:false stripComments:false runOnChange:true
-- The paces that every runner follows. Answered at each beat, so that a changed setting is everywhere within one.
create or replace function runner_paces(out lease_ms integer, out heartbeat_ms integer, out sweep_ms integer)
language sql stable security definer
set search_path = gretlab, pg_temp
as $$
    -- a heartbeat slower than a third of the lease would let one lost beat cost the job
    select setting('lease_s')::integer * 1000,
        least(setting('heartbeat_s') * 1000, setting('lease_s') * 1000 / 3)::integer,
        setting('sweep_s')::integer * 1000
$$;

-- Makes a runner known. p_languages: [{id, name, version, extension, editorMode, sourceFile}].
-- p_memory_mb: what all its slots may use together. p_isolation: gvisor or namespaces.
create or replace function register_runner(
    p_name text, p_version text, p_slots integer, p_memory_mb integer, p_isolation text, p_self_test jsonb, p_languages jsonb
) returns table (runner_id uuid, lease_ms integer, heartbeat_ms integer, sweep_ms integer)
language plpgsql security definer
set search_path = gretlab, pg_temp
as $$
declare
    v_id uuid := new_id();
    v_now timestamptz := queue_now();
begin
    insert into runners (id, name, version, state, slots, memory_mb, isolation, self_test, languages, free_memory_mb, started_at, last_seen_at)
    values (v_id, p_name, p_version, 'ready', p_slots, p_memory_mb, p_isolation, p_self_test, p_languages, p_memory_mb, v_now, v_now);
    -- by id: two runners that start together lock the rows in the same order
    insert into languages as l (id, name, version, extension, editor_mode, source_file, updated_at)
    select e ->> 'id', e ->> 'name', e ->> 'version', e ->> 'extension', e ->> 'editorMode', e ->> 'sourceFile', v_now
    from jsonb_array_elements(p_languages) e
    order by e ->> 'id'
    on conflict (id) do update
    set name = excluded.name, version = excluded.version, extension = excluded.extension,
        editor_mode = excluded.editor_mode, source_file = excluded.source_file, updated_at = excluded.updated_at
    where (l.name, l.version, l.extension, l.editor_mode, l.source_file)
        is distinct from (excluded.name, excluded.version, excluded.extension, excluded.editor_mode, excluded.source_file);
    return query select v_id, p.* from runner_paces() p;
end
$$;

-- "I am alive": state ready, draining or gone (the last word of a runner that stopped cleanly).
-- JQ006: the runner is not known, it registers again.
create or replace function beat_runner(p_runner_id uuid, p_state text, p_busy_slots integer, p_free_memory_mb integer)
returns table (lease_ms integer, heartbeat_ms integer, sweep_ms integer)
language plpgsql security definer
set search_path = gretlab, pg_temp
as $$
begin
    update runners set state = p_state, busy_slots = p_busy_slots, free_memory_mb = p_free_memory_mb, last_seen_at = queue_now()
    where id = p_runner_id;
    if not found then
        raise exception 'runner % is not registered', p_runner_id using errcode = 'JQ006';
    end if;
    return query select p.* from runner_paces() p;
end
$$;

-- Runners that were heard of within a lease and get work.
create or replace view online_runners as
    select * from runners where state <> 'gone' and voided_at is null and last_seen_at > queue_now() - setting('lease_s') * interval '1 second';

revoke all on function runner_paces(), register_runner(text, text, integer, integer, text, jsonb, jsonb),
    beat_runner(uuid, text, integer, integer) from public;
grant execute on function register_runner(text, text, integer, integer, text, jsonb, jsonb),
    beat_runner(uuid, text, integer, integer) to ${runner};
grant execute on function setting(text) to ${api};
grant select on online_runners to ${api};
