--liquibase formatted sql
-- Copyright Gretlab authors
-- SPDX-License-Identifier: Apache-2.0

--changeset gretlab:contest-scaling-settings
insert into settings (name, value, default_value, minimum, maximum, unit, description) values
    ('contest_lead_min', '10', '10', 0, 240, 'minutes', 'So long before a contest starts, runners for all who are registered are wanted. At least what a new node needs to start.'),
    ('contest_press_s', '30', '30', 5, 600, 's', 'How often one participant of a contest presses Run or Submit, on average. Runners are wanted by it.');
