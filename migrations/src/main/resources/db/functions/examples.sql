--liquibase formatted sql
-- Copyright Gretlab authors
-- SPDX-License-Identifier: Apache-2.0

--changeset gretlab:examples splitStatements:false stripComments:false runOnChange:true
-- Has the example submissions of a problem version judged, as jobs of the staff member who asks. One that is queued or
-- running already is left alone, and so is one in a language that no runner has ever offered or that is switched off.
-- They count against nobody's limits and stand behind what students press in the next ten minutes: a package may hold
-- hundreds. Answers how many were begun.
create or replace function judge_examples(p_problem_version_id uuid, p_asked_by uuid) returns integer
language plpgsql security definer
set search_path = gretlab, pg_temp
as $$
declare
    v_now timestamptz := queue_now();
    v_off text[] := string_to_array((select s.value from settings s where s.name = 'languages_off'), ',');
    v_version problem_versions;
    v_cpu_ms integer;
    v_tests integer;
    v_example record;
    v_id uuid;
    v_begun integer := 0;
begin
    -- two who press together would each begin all of them
    perform pg_advisory_xact_lock(hashtextextended('examples ' || p_problem_version_id, 0));
    select * into v_version from problem_versions v where v.id = p_problem_version_id;
    v_cpu_ms := least(v_version.cpu_ms, setting('highest_cpu_ms'));
    select count(*) into v_tests from tests t where t.problem_version_id = p_problem_version_id;
    for v_example in
        select e.path, e.language, b.content from example_submissions e
        join blobs b on b.hash = e.hash
        join languages l on l.id = e.language
        where e.problem_version_id = p_problem_version_id and l.id <> all (v_off)
            and not exists (
                select from example_jobs x join jobs j on j.id = x.job_id
                where x.problem_version_id = e.problem_version_id and x.path = e.path and j.state <> 'done')
        order by e.path
    loop
        v_id := new_id();
        insert into jobs (id, user_id, kind, language, memory_mb, problem_version_id, by_staff, enqueued_at, order_key, tests_total)
        values (v_id, p_asked_by, 'submit', v_example.language, least(v_version.memory_mb, setting('highest_memory_mb')),
            p_problem_version_id, true, v_now, v_now + interval '10 minutes', v_tests);
        insert into job_sources (job_id, source, cpu_ms, wall_ms, output_kb)
        values (v_id, v_example.content, v_cpu_ms, 3 * v_cpu_ms + 5000, least(v_version.output_kb, setting('highest_output_kb')));
        insert into example_jobs (problem_version_id, path, job_id) values (p_problem_version_id, v_example.path, v_id)
        on conflict (problem_version_id, path) do update set job_id = excluded.job_id;
        v_begun := v_begun + 1;
    end loop;
    return v_begun;
end
$$;
revoke all on function judge_examples(uuid, uuid) from public;
grant execute on function judge_examples(uuid, uuid) to ${api};
