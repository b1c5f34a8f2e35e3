--liquibase formatted sql
-- Copyright Gretlab authors
-- SPDX-License-Identifier: Apache-2.0

--changeset gretlab:complete splitStatements:false stripComments:false runOnChange:true
-- Records the verdict of an attempt. The token is the fence: a result whose lease lapsed but was not swept yet is taken,
-- after the sweep it is refused (JQ005). The same completion sent again, because its answer got lost, is taken as done.
--
-- p_result: {exitCode, signal, stoppedBy, cpuMs, wallMs, memoryKb, score, message, staffMessage, isolation}, all optional.
-- p_tests: [{number, group, visible, verdict, cpuMs, wallMs, memoryKb, exitCode, signal, stoppedBy, stdout, stdoutTruncated,
--   stderr, message, staffMessage}] in order of judging; stdout and stderr in base64. Null for a run.
-- What a hidden test printed is dropped here, whatever the runner sent.
create or replace function complete_job(
    p_job_id uuid, p_token uuid, p_runner_id uuid, p_verdict text, p_result jsonb,
    p_stdout bytea, p_stdout_truncated boolean, p_stderr bytea, p_stderr_truncated boolean, p_compile_output bytea,
    p_tests jsonb
) returns void
language plpgsql security definer
set search_path = gretlab, pg_temp
as $$
declare
    v_version uuid;
begin
    if not coalesce(p_verdict in ('accepted', 'wrong_answer', 'time_limit', 'memory_limit', 'output_limit', 'runtime_error',
            'compile_error'), false) then
        raise exception '% is not for a runner to give', p_verdict using errcode = 'JQ010';
    end if;
    update jobs set state = 'done', phase = 'done', verdict = p_verdict, finished_at = queue_now(),
        lease_token = null, lease_expires_at = null, revision = revision + 1,
        tests_done = coalesce(jsonb_array_length(p_tests), case kind when 'run' then tests_total else 0 end)
    where id = p_job_id and lease_token = p_token and runner_id = p_runner_id
    returning problem_version_id into v_version;
    if not found then
        if exists (select from job_results where job_id = p_job_id and lease_token = p_token) then
            return;
        end if;
        raise exception 'the lease is lost' using errcode = 'JQ005';
    end if;
    insert into job_results (job_id, lease_token, runner_id, isolation, exit_code, signal, stopped_by, cpu_ms, wall_ms, memory_kb,
        score, stdout, stdout_truncated, stderr, stderr_truncated, compile_output, message, staff_message)
    values (p_job_id, p_token, p_runner_id, p_result ->> 'isolation', (p_result ->> 'exitCode')::integer,
        (p_result ->> 'signal')::integer, p_result ->> 'stoppedBy', (p_result ->> 'cpuMs')::integer,
        (p_result ->> 'wallMs')::integer, (p_result ->> 'memoryKb')::bigint, (p_result ->> 'score')::numeric,
        coalesce(p_stdout, ''), coalesce(p_stdout_truncated, false), coalesce(p_stderr, ''), coalesce(p_stderr_truncated, false),
        coalesce(p_compile_output, ''),
        p_result ->> 'message', p_result ->> 'staffMessage');
    if p_tests is not null then
        -- visible by the problem's word, not by the runner's
        insert into job_tests (job_id, number, group_name, visible, verdict, cpu_ms, wall_ms, memory_kb,
            exit_code, signal, stopped_by, stdout, stdout_truncated, stderr, message, staff_message)
        select p_job_id, t.number, t.group_name, t.visible, e ->> 'verdict', (e ->> 'cpuMs')::integer,
            (e ->> 'wallMs')::integer, (e ->> 'memoryKb')::bigint,
            case when t.visible then (e ->> 'exitCode')::integer end,
            case when t.visible then (e ->> 'signal')::integer end,
            e ->> 'stoppedBy',
            case when t.visible then decode(e ->> 'stdout', 'base64') end,
            t.visible and coalesce((e ->> 'stdoutTruncated')::boolean, false),
            case when t.visible then decode(e ->> 'stderr', 'base64') end,
            case when t.visible then e ->> 'message' end,
            e ->> 'staffMessage'
        from jsonb_array_elements(p_tests) e
        join tests t on t.problem_version_id = v_version and t.number = (e ->> 'number')::integer;
    end if;
end
$$;
revoke all on function complete_job(uuid, uuid, uuid, text, jsonb, bytea, boolean, bytea, boolean, bytea, jsonb) from public;
grant execute on function complete_job(uuid, uuid, uuid, text, jsonb, bytea, boolean, bytea, boolean, bytea, jsonb) to ${runner};
