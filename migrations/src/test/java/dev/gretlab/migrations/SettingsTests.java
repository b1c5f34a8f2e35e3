/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.migrations;

import static dev.gretlab.migrations.Lab.refused;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("db")
@ExtendWith(LabResolver.class)
class SettingsTests {

    @Test
    void theDefaultsAndBoundsAreThePublishedOnes(Lab lab) throws SQLException {
        assertThat(
                        lab.rows(
                                "select name, default_value, minimum, maximum from settings where minimum is not null order by name"))
                .containsExactly(
                        "attempts 3 1 10",
                        "contest_lead_min 10 0 240",
                        "contest_press_s 30 5 600",
                        "cpu_ms 2000 100 20000",
                        "head_start_contest_submit_s 30 0 300",
                        "head_start_submit_s 10 0 300",
                        "heartbeat_s 5 1 40",
                        "highest_cpu_ms 20000 100 60000",
                        "highest_memory_mb 2048 64 16384",
                        "highest_output_kb 65536 64 262144",
                        "jobs_in_flight 3 1 100",
                        "keep_runs_days 30 0 3650",
                        "lease_s 15 5 120",
                        "memory_mb 256 16 2048",
                        "output_kb 1024 1 65536",
                        "queue_limit 500 10 100000",
                        "runs_per_minute 20 1 1000",
                        "source_kb 256 1 1024",
                        "stdin_kb 1024 1 16384",
                        "sweep_s 5 1 60",
                        "warn_wait_s 30 1 3600");
    }

    @Test
    void everyNumberKeepsItsBounds(Lab lab) throws SQLException {
        try (Connection api = lab.connect("api")) {
            for (String row :
                    lab.rows(
                            "select name, minimum, maximum from settings where minimum is not null")) {
                String[] setting = row.split(" ", -1);
                long minimum = Long.parseLong(setting[1]);
                long maximum = Long.parseLong(setting[2]);
                set(api, setting[0], setting[1], null);
                set(api, setting[0], setting[2], null);
                for (String bad :
                        new String[] {
                            Long.toString(minimum - 1),
                            Long.toString(maximum + 1),
                            "",
                            "1.5",
                            "1e2",
                            " 7",
                            "seven",
                            "999999999999999999999999"
                        }) {
                    refused("JQ009", () -> set(api, setting[0], bad, null));
                }
                refused("JQ009", () -> set(api, setting[0], null, null));
                assertThat(lab.text("select value from settings where name = ?", setting[0]))
                        .isEqualTo(setting[2]);
            }
            refused("JQ009", () -> set(api, "no_such_setting", "1", null));
            set(api, "lease_s", "0060", null);
            assertThat(lab.text("select value from settings where name = 'lease_s'"))
                    .isEqualTo("60");
        }
    }

    @Test
    void languagesAreSwitchedOffByTheirIds(Lab lab) throws SQLException {
        try (Connection api = lab.connect("api")) {
            set(api, "languages_off", "python,c++", null);
            for (String bad : new String[] {"Python", "python,", ",", "a b", "a;b", "'"}) {
                refused("JQ009", () -> set(api, "languages_off", bad, null));
            }
            refused("JQ009", () -> set(api, "languages_off", null, null));
            set(api, "languages_off", "", null);
        }
    }

    @Test
    void aChangeIsWrittenDown(Lab lab) throws SQLException {
        UUID admin = lab.student();
        try (Connection api = lab.connect("api")) {
            set(api, "queue_limit", "700", admin);
            set(api, "queue_limit", "800", admin);
            refused("JQ009", () -> set(api, "queue_limit", "9", admin));
        }
        assertThat(
                        lab.rows(
                                "select name, old_value, new_value, changed_by, changed_at from setting_changes order by id"))
                .hasSize(2)
                .first()
                .asString()
                .startsWith("queue_limit 500 700 " + admin);
        assertThat(lab.rows("select changed_at = queue_now() from setting_changes"))
                .containsExactly("t", "t");
        assertThat(
                        lab.rows(
                                "select value, updated_by, updated_at = queue_now() from settings where name = 'queue_limit'"))
                .containsExactly("800 " + admin + " t");
    }

    @Test
    void aRunnerIsToldThePacesAtEachBeatAndBeatsThreeTimesALease(Lab lab) throws SQLException {
        UUID runner = lab.registered(1, 256);
        lab.setting("lease_s", 6);
        lab.setting("heartbeat_s", 40);
        lab.setting("sweep_s", 7);
        assertThat(lab.rows("select * from beat_runner(?, 'ready', 1, 0)", runner))
                .containsExactly("6000 2000 7000");
        lab.setting("heartbeat_s", 1);
        assertThat(lab.rows("select * from beat_runner(?, 'draining', 0, 256)", runner))
                .containsExactly("6000 1000 7000");
        assertThat(lab.number("select count(*) from online_runners")).isEqualTo(1);
        lab.sql("select beat_runner(?, 'gone', 0, 0)", runner);
        assertThat(lab.number("select count(*) from online_runners")).isZero();
        refused("JQ006", () -> lab.sql("select beat_runner(?, 'ready', 0, 0)", UUID.randomUUID()));
    }

    private static void set(Connection api, String name, @Nullable String value, @Nullable UUID by)
            throws SQLException {
        try (PreparedStatement call = api.prepareStatement("select set_setting(?, ?, ?)")) {
            call.setString(1, name);
            call.setString(2, value);
            call.setObject(3, by, Types.OTHER);
            call.execute();
        }
    }
}
