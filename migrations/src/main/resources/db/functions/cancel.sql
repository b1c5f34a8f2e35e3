--liquibase formatted sql
-- Copyright Gretlab authors
-- SPDX-License-Identifier: Apache-2.0

--changeset gretlab:cancel splitStatements:false stripComments:false runOnChange:true
-- Ends a job that has no verdict yet as cancelled. Its runner notices at the next heartbeat and kills it.
-- p_user_id: the owner who asks; null when staff do. Answers the state before (queued, running, done), null: no such job.
create or replace function cancel_job(p_job_id uuid, p_user_id uuid) returns text
language plpgsql security definer
set search_path = gretlab, pg_temp
as $$
declare
    v_job jobs;
begin
    select * into v_job from jobs where id = p_job_id and (p_user_id is null or user_id = p_user_id) for update;
    if not found then
        return null;
    end if;
    if v_job.state <> 'done' then
        update jobs set state = 'done', phase = 'done', verdict = 'cancelled', finished_at = queue_now(),
            lease_token = null, lease_expires_at = null, revision = revision + 1
        where id = p_job_id;
        insert into job_results (job_id) values (p_job_id);
    end if;
    return v_job.state;
end
$$;
revoke all on function cancel_job(uuid, uuid) from public;
grant execute on function cancel_job(uuid, uuid) to ${api};
