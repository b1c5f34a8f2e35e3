--liquibase formatted sql
-- Copyright Gretlab authors
-- SPDX-License-Identifier: Apache-2.0

--changeset gretlab:wake-up splitStatements:false stripComments:false runOnChange:true
-- Wake-ups only hurry what polling would find anyway. Each caller sends few, after its commit (a NOTIFY holds a lock of
-- the whole database until its transaction ends).

-- For runners: something is queued.
create or replace function announce_queued() returns void
language sql volatile security definer
set search_path = gretlab, pg_temp
as $$ select pg_notify('jobs_queued', '') $$;

-- For API replicas: these jobs changed. At most 200 ids fit a notification.
create or replace function announce_changed(p_job_ids uuid[]) returns void
language sql volatile security definer
set search_path = gretlab, pg_temp
as $$ select pg_notify('jobs_changed', array_to_string(p_job_ids, ',')) $$;
revoke all on function announce_queued(), announce_changed(uuid[]) from public;
grant execute on function announce_queued() to ${api}, ${runner};
grant execute on function announce_changed(uuid[]) to ${api}, ${runner};
