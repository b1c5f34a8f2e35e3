--liquibase formatted sql
-- Copyright Gretlab authors
-- SPDX-License-Identifier: Apache-2.0

--changeset gretlab:complete splitStatements:false stripComments:false runOnChange:true
drop function if exists complete_job(uuid, uuid, uuid, text, jsonb, bytea, boolean, bytea, boolean, bytea, jsonb);
-- Records the verdicts of attempts, any number at once: the arrays have one element for each job. Answers the tokens
-- whose verdicts are recorded. The token is the fence: a result whose lease lapsed but was not swept yet is taken, after
-- the sweep its token is missing in the answer. The same completion sent again, because its answer got lost, is taken as done.
--
-- p_results: {exitCode, signal, stoppedBy, cpuMs, wallMs, memoryKb, score, groups, message, staffMessage, isolation}, all optional.
--   groups: [{name, verdict, score}], verdict null for a group that was not run, score null for one that gives no points.
-- p_tests: [{number, verdict, cpuMs, wallMs, memoryKb, exitCode, signal, stoppedBy, stdout, stdoutTruncated, stderr, message,
--   staffMessage, score}] in order of judging; stdout and stderr in base64. Null for a run.
-- What a hidden test printed is dropped here, whatever the runner sent, and so is what goes beyond the bounds of storage:
-- 1 MiB of stdout and of stderr, 64 KiB of compiler output and of each test's output, 4,000 characters of a message.
-- JQ010: a verdict that is not for a runner to give; then nothing is recorded.
create or replace function complete_jobs(
    p_runner_id uuid, p_job_ids uuid[], p_tokens uuid[], p_verdicts text[], p_results jsonb[],
    p_stdouts bytea[], p_stdouts_truncated boolean[], p_stderrs bytea[], p_stderrs_truncated boolean[], p_compile_outputs bytea[],
    p_tests jsonb[]
) returns setof uuid
language plpgsql security definer
set search_path = gretlab, pg_temp
-- One plan is as good for all arguments, and making one for these costs more than running it.
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
    v_now timestamptz := queue_now();
    v_verdict text;
    v_result jsonb;
    v_groups boolean := false;
    v_token uuid;
    v_recorded uuid[] := '{}';
begin
    foreach v_verdict in array p_verdicts loop
        if not coalesce(v_verdict in ('accepted', 'wrong_answer', 'time_limit', 'memory_limit', 'output_limit', 'runtime_error',
                'compile_error'), false) then
            raise exception '% is not for a runner to give', v_verdict using errcode = 'JQ010';
        end if;
    end loop;
    foreach v_result in array p_results loop
        v_groups := v_groups or coalesce(v_result ? 'groups', false);
    end loop;
    -- Plain statements one after the other: together in one they cost more, most of it in setting them up. One job alone,
    -- which is most of them while the database keeps up, needs no join with a list.
    if cardinality(p_tokens) = 1 then
        update jobs j set state = 'done', phase = 'done', verdict = p_verdicts[1], finished_at = v_now,
            lease_token = null, lease_expires_at = null, revision = j.revision + 1,
            tests_done = coalesce(jsonb_array_length(p_tests[1]), case j.kind when 'run' then j.tests_total else 0 end)
        where j.id = p_job_ids[1] and j.lease_token = p_tokens[1] and j.runner_id = p_runner_id;
        if found then
            v_recorded := p_tokens;
        end if;
    else
        with finished as (
            update jobs j set state = 'done', phase = 'done', verdict = g.verdict, finished_at = v_now,
                lease_token = null, lease_expires_at = null, revision = j.revision + 1,
                tests_done = coalesce(jsonb_array_length(g.tests), case j.kind when 'run' then j.tests_total else 0 end)
            from unnest(p_job_ids, p_tokens, p_verdicts, p_tests) as g (job_id, token, verdict, tests)
            where j.id = g.job_id and j.lease_token = g.token and j.runner_id = p_runner_id
            returning g.token
        )
        select coalesce(array_agg(token), '{}') into v_recorded from finished;
    end if;

    insert into job_results (job_id, lease_token, runner_id, isolation, exit_code, signal, stopped_by, cpu_ms, wall_ms,
        memory_kb, score, stdout, stdout_truncated, stderr, stderr_truncated, compile_output, message, staff_message)
    select g.job_id, g.token, p_runner_id, g.result ->> 'isolation', (g.result ->> 'exitCode')::integer,
        (g.result ->> 'signal')::integer, g.result ->> 'stoppedBy', (g.result ->> 'cpuMs')::integer,
        (g.result ->> 'wallMs')::integer, (g.result ->> 'memoryKb')::bigint, (g.result ->> 'score')::numeric(40, 6),
        coalesce(substring(g.stdout for 1048576), ''),
        coalesce(g.stdout_truncated, false) or coalesce(length(g.stdout) > 1048576, false),
        coalesce(substring(g.stderr for 1048576), ''),
        coalesce(g.stderr_truncated, false) or coalesce(length(g.stderr) > 1048576, false),
        coalesce(substring(g.compile_output for 65536), ''),
        left(g.result ->> 'message', 4000), left(g.result ->> 'staffMessage', 4000)
    from unnest(p_job_ids, p_tokens, p_results, p_stdouts, p_stdouts_truncated, p_stderrs, p_stderrs_truncated, p_compile_outputs)
        as g (job_id, token, result, stdout, stdout_truncated, stderr, stderr_truncated, compile_output)
    where g.token = any (v_recorded);

    if array_remove(p_tests, null) <> '{}' then
        -- visible by the problem's word, not by the runner's
        insert into job_tests (job_id, number, group_name, visible, verdict, cpu_ms, wall_ms, memory_kb,
            exit_code, signal, stopped_by, stdout, stdout_truncated, stderr, message, staff_message, score)
        select g.job_id, t.number, t.group_name, t.visible, e ->> 'verdict', (e ->> 'cpuMs')::integer,
            (e ->> 'wallMs')::integer, (e ->> 'memoryKb')::bigint,
            case when t.visible then (e ->> 'exitCode')::integer end,
            case when t.visible then (e ->> 'signal')::integer end,
            e ->> 'stoppedBy',
            case when t.visible then substring(decode(e ->> 'stdout', 'base64') for 65536) end,
            t.visible and (coalesce((e ->> 'stdoutTruncated')::boolean, false)
                or coalesce(length(decode(e ->> 'stdout', 'base64')) > 65536, false)),
            case when t.visible then substring(decode(e ->> 'stderr', 'base64') for 65536) end,
            case when t.visible then left(e ->> 'message', 4000) end,
            left(e ->> 'staffMessage', 4000), (e ->> 'score')::numeric
        from unnest(p_job_ids, p_tokens, p_tests) as g (job_id, token, tests)
        join jobs j on j.id = g.job_id
        cross join jsonb_array_elements(g.tests) e
        join tests t on t.problem_version_id = j.problem_version_id and t.number = (e ->> 'number')::integer
        where g.token = any (v_recorded);
    end if;

    if v_groups then
        -- which groups there are, and what of them is shown, is the problem's word too
        insert into job_groups (job_id, number, name, shown, verdict, score, max_score)
        select g.job_id, x.number, x.rule ->> 'name', coalesce((x.rule ->> 'shown')::boolean, false), e ->> 'verdict',
            (e ->> 'score')::numeric, (x.rule ->> 'maxScore')::numeric
        from unnest(p_job_ids, p_tokens, p_results) as g (job_id, token, result)
        join jobs j on j.id = g.job_id
        join problem_versions v on v.id = j.problem_version_id
        cross join jsonb_array_elements(v.grading -> 'groups') with ordinality x (rule, number)
        join jsonb_array_elements(g.result -> 'groups') e on e ->> 'name' = x.rule ->> 'name'
        where g.token = any (v_recorded) and j.kind <> 'run';
    end if;

    foreach v_token in array v_recorded loop
        return next v_token;
    end loop;
    if cardinality(v_recorded) < cardinality(p_tokens) then
        -- Refused, or recorded by an earlier call. Asked in a statement of its own, which sees what that call
        -- wrote while the update above waited for it.
        return query
        select r.lease_token from unnest(p_job_ids, p_tokens) g (job_id, token)
        join job_results r on r.job_id = g.job_id and r.lease_token = g.token
        where g.token <> all (v_recorded);
    end if;
end
$$;
revoke all on function complete_jobs(uuid, uuid[], uuid[], text[], jsonb[], bytea[], boolean[], bytea[], boolean[], bytea[], jsonb[])
    from public;
grant execute on function complete_jobs(uuid, uuid[], uuid[], text[], jsonb[], bytea[], boolean[], bytea[], boolean[], bytea[], jsonb[])
    to ${runner};
