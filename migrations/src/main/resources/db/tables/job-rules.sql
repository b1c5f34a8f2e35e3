--liquibase formatted sql
-- Copyright Gretlab authors
-- SPDX-License-Identifier: Apache-2.0

-- One check instead of ten. Each check is read, planned and set up anew by every statement that writes the table, which
-- cost a claim and a completion a third of their time; the body of a plpgsql function is prepared once a session.
--changeset gretlab:one-check-of-a-job splitStatements:false
create function job_is_sound(
    p_kind text, p_state text, p_phase text, p_verdict text, p_memory_mb integer, p_attempt integer,
    p_lease_token uuid, p_lease_expires_at timestamptz, p_finished_at timestamptz,
    p_problem_version_id uuid, p_contest_id uuid
) returns boolean
language plpgsql immutable parallel safe
as $$
begin
    return p_kind in ('run', 'submit', 'contest_submit')
        and p_state in ('queued', 'running', 'done')
        and p_phase in ('queued', 'compiling', 'testing', 'done')
        and (p_verdict is null or p_verdict in ('accepted', 'wrong_answer', 'time_limit', 'memory_limit', 'output_limit',
            'runtime_error', 'compile_error', 'system_error', 'cancelled'))
        and p_memory_mb > 0 and p_attempt >= 0
        -- a lease while it runs, a verdict when it is done
        and (p_state = 'running') = (p_lease_token is not null)
        and (p_state = 'running') = (p_lease_expires_at is not null)
        and (p_state = 'done') = (p_verdict is not null)
        and (p_state = 'done') = (p_finished_at is not null)
        and (p_kind = 'run' or p_problem_version_id is not null)
        and (p_kind = 'contest_submit') = (p_contest_id is not null);
end
$$;
do $$
declare
    v_name text;
begin
    for v_name in select conname from pg_constraint where conrelid = 'jobs'::regclass and contype = 'c' loop
        execute format('alter table jobs drop constraint %I', v_name);
    end loop;
end
$$;
-- not valid at first: looking at every job under this lock would keep heartbeats waiting for longer than a lease
alter table jobs add constraint jobs_sound check (job_is_sound(kind, state, phase, verdict, memory_mb, attempt,
    lease_token, lease_expires_at, finished_at, problem_version_id, contest_id)) not valid;

--changeset gretlab:jobs-are-sound
alter table jobs validate constraint jobs_sound;
