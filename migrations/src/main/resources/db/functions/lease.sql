--liquibase formatted sql
-- Copyright Gretlab authors
-- SPDX-License-Identifier: Apache-2.0

--changeset gretlab:lease splitStatements:false stripComments:false runOnChange:true
-- Renews the leases of these tokens and answers with those that are still held. What is missing from the answer was
-- cancelled or has lapsed: its runner kills that job at once.
create or replace function heartbeat_jobs(p_runner_id uuid, p_tokens uuid[]) returns setof uuid
language plpgsql security definer
set search_path = gretlab, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
    v_expires_at timestamptz := queue_now() + setting('lease_s') * interval '1 second';
begin
    return query
    update jobs set lease_expires_at = v_expires_at
    where lease_token = any (p_tokens) and runner_id = p_runner_id
    returning lease_token;
end
$$;

-- Says how far a job is. False: the lease is lost.
create or replace function report_progress(p_job_id uuid, p_token uuid, p_phase text, p_tests_done integer, p_tests_total integer)
returns boolean
language plpgsql security definer
set search_path = gretlab, pg_temp
as $$
begin
    update jobs set phase = p_phase, tests_done = p_tests_done, tests_total = p_tests_total, revision = revision + 1
    where id = p_job_id and lease_token = p_token and p_phase in ('compiling', 'testing');
    return found;
end
$$;
revoke all on function heartbeat_jobs(uuid, uuid[]), report_progress(uuid, uuid, text, integer, integer) from public;
grant execute on function heartbeat_jobs(uuid, uuid[]), report_progress(uuid, uuid, text, integer, integer) to ${runner};
