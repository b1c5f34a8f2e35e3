--liquibase formatted sql
-- Copyright Gretlab authors
-- SPDX-License-Identifier: Apache-2.0

--changeset gretlab:settings-functions splitStatements:false stripComments:false runOnChange:true
-- A number setting. Only for names that exist: a misspelt one is an error, not a null.
create or replace function setting(p_name text) returns bigint
language plpgsql stable
set search_path = gretlab, pg_temp
as $$
declare
    v_value text;
begin
    select value into strict v_value from settings where name = p_name;
    return v_value::bigint;
end
$$;

-- Changes a setting and writes who did it. JQ009: no such setting, not a number, or outside its bounds.
create or replace function set_setting(p_name text, p_value text, p_changed_by uuid) returns void
language plpgsql security definer
set search_path = gretlab, pg_temp
as $$
declare
    v_setting settings;
begin
    select * into v_setting from settings where name = p_name for update;
    if not found then
        raise exception 'there is no setting "%"', p_name using errcode = 'JQ009';
    end if;
    if v_setting.minimum is not null then
        if p_value is null or p_value !~ '^[0-9]{1,18}$' then
            raise exception '% must be a whole number', p_name using errcode = 'JQ009';
        end if;
        if p_value::bigint not between v_setting.minimum and v_setting.maximum then
            raise exception '% must be from % to % %', p_name, v_setting.minimum, v_setting.maximum, v_setting.unit
                using errcode = 'JQ009';
        end if;
        p_value := p_value::bigint; -- 007 is 7
    elsif p_value is null or p_value !~ '^([a-z][a-z0-9_+-]{0,31}(,[a-z][a-z0-9_+-]{0,31})*)?$' then
        raise exception '% must be ids separated by commas', p_name using errcode = 'JQ009';
    end if;
    insert into setting_changes (name, old_value, new_value, changed_by, changed_at)
    values (p_name, v_setting.value, p_value, p_changed_by, queue_now());
    update settings set value = p_value, updated_at = queue_now(), updated_by = p_changed_by where name = p_name;
end
$$;
revoke all on function setting(text), set_setting(text, text, uuid) from public;
grant execute on function set_setting(text, text, uuid) to ${api};
