--liquibase formatted sql
-- Copyright Gretlab authors
-- SPDX-License-Identifier: Apache-2.0

-- Every number that a site may choose, with its bounds. Changed through set_setting alone, so that bounds and audit hold.
--changeset gretlab:settings
create table settings (
    name text primary key,
    value text not null,
    default_value text not null,
    minimum bigint, -- null for lists
    maximum bigint,
    unit text not null,
    description text not null,
    updated_at timestamptz,
    updated_by uuid references users
);
create table setting_changes (
    id bigint generated always as identity primary key,
    name text not null references settings,
    old_value text not null,
    new_value text not null,
    changed_by uuid references users,
    changed_at timestamptz not null default now()
);
grant select on settings, setting_changes to ${api};

--changeset gretlab:settings-rows
insert into settings (name, value, default_value, minimum, maximum, unit, description) values
    ('queue_limit', '500', '500', 10, 100000, 'jobs', 'Queued jobs from which on a Run is refused as busy. Submits are accepted up to twice as many.'),
    ('head_start_submit_s', '10', '10', 0, 300, 's', 'A submit is claimed as if it had come this much earlier.'),
    ('head_start_contest_submit_s', '30', '30', 0, 300, 's', 'A submit in a contest is claimed as if it had come this much earlier.'),
    ('jobs_in_flight', '3', '3', 1, 100, 'jobs', 'Jobs that one person may have queued and running together.'),
    ('runs_per_minute', '20', '20', 1, 1000, 'runs', 'Runs that one person may start in a minute.'),
    ('lease_s', '15', '15', 5, 120, 's', 'A job whose runner has not been heard of for so long goes back to the queue.'),
    ('heartbeat_s', '5', '5', 1, 40, 's', 'How often a runner renews its leases. At most a third of the lease makes sense.'),
    ('sweep_s', '5', '5', 1, 60, 's', 'How often lapsed leases are looked for.'),
    ('attempts', '3', '3', 1, 10, 'attempts', 'A job whose attempts all failed for our reasons ends as a system error.'),
    ('keep_runs_days', '30', '30', 0, 3650, 'days', 'Plain runs are deleted after so many days. 0: never.'),
    ('cpu_ms', '2000', '2000', 100, 20000, 'ms', 'CPU time of a program where nothing else says.'),
    ('memory_mb', '256', '256', 16, 2048, 'MiB', 'Memory of a program where nothing else says.'),
    ('output_kb', '1024', '1024', 1, 65536, 'KiB', 'Output of a program where nothing else says.'),
    ('highest_cpu_ms', '20000', '20000', 100, 60000, 'ms', 'The most CPU time that a run or a problem may ask for.'),
    ('highest_memory_mb', '2048', '2048', 64, 16384, 'MiB', 'The most memory that a run or a problem may ask for.'),
    ('highest_output_kb', '65536', '65536', 64, 262144, 'KiB', 'The most output that a run or a problem may ask for.'),
    ('source_kb', '256', '256', 1, 1024, 'KiB', 'The longest program.'),
    ('stdin_kb', '1024', '1024', 1, 16384, 'KiB', 'The longest own input of a run.'),
    ('warn_wait_s', '30', '30', 1, 3600, 's', 'Staff are warned when the oldest job waits longer.'),
    ('languages_off', '', '', null, null, 'language ids', 'Languages that are switched off, separated by commas.');
