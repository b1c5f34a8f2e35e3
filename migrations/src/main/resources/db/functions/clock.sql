--liquibase formatted sql
-- Copyright Gretlab authors
-- SPDX-License-Identifier: Apache-2.0

--changeset gretlab:clock splitStatements:false stripComments:false runOnChange:true
-- The queue's only clock. A test database replaces these two, nothing else does.
-- Stable, though the clock moves: only so can an index be searched with it. In plpgsql, whose body is prepared once a
-- session: one in SQL that hides a volatile call behind a stable name is planned anew at each call.
create or replace function queue_now() returns timestamptz
language plpgsql stable parallel safe
as $$ begin return clock_timestamp(); end $$;

-- When this database began to serve. Until a lease has passed since then no lease counts as lapsed: runners could not renew.
create or replace function queue_up_since() returns timestamptz
language sql stable parallel safe
as $$ select pg_postmaster_start_time() $$;

-- UUID version 7: ids made later sort later, so that new rows land together in an index.
create or replace function new_id() returns uuid
language sql volatile parallel safe
as $$
    select encode(
        set_bit(set_bit(
            overlay(uuid_send(gen_random_uuid())
                placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
                from 1 for 6),
            52, 1), 53, 1), 'hex')::uuid
$$;

grant execute on function queue_now(), new_id() to ${api}, ${runner}, ${scaler};
