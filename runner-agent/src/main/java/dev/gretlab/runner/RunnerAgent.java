/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner;

import dev.gretlab.runner.agent.Agent;
import dev.gretlab.runner.agent.RunnerSettings;
import dev.gretlab.runner.agent.SettingsException;
import dev.gretlab.runner.agent.StartFailed;
import dev.gretlab.runner.http.HttpEndpoints;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The runner as a process. Ends with 0 after it has drained, with 1 and a sentence on standard
 * error when it cannot work here. SIGTERM and SIGINT drain it, a second one hands back what is
 * unfinished.
 */
public final class RunnerAgent {

    private static final String LOG_LINE = "%1$tFT%1$tT.%1$tL%1$tz %4$s %3$s: %5$s%6$s%n";

    private RunnerAgent() {}

    public static void main(String[] args) {
        if (System.getProperty("java.util.logging.SimpleFormatter.format") == null) {
            System.setProperty("java.util.logging.SimpleFormatter.format", LOG_LINE);
        }
        System.exit(run());
    }

    private static int run() {
        RunnerSettings settings;
        try {
            settings = RunnerSettings.from(System.getenv());
        } catch (SettingsException e) {
            return fail(e);
        }
        Agent agent = new Agent(settings);
        drainOnSignals(agent);
        try (HttpEndpoints endpoints =
                HttpEndpoints.listen(
                        settings.httpBind(), settings.httpPort(), agent, settings.metricsToken())) {
            System.getLogger(RunnerAgent.class.getName())
                    .log(
                            System.Logger.Level.INFO,
                            "Health and metrics on port {0}.",
                            Integer.toString(endpoints.port()));
            agent.start();
            agent.awaitEnd();
            return 0;
        } catch (IOException e) {
            System.err.println(
                    "GRETLAB_HTTP_PORT: cannot listen on "
                            + settings.httpBind()
                            + ":"
                            + settings.httpPort()
                            + ": "
                            + e.getMessage());
            return 1;
        } catch (SettingsException | StartFailed e) {
            return fail(e);
        } catch (InterruptedException e) {
            // told to end before it had begun
            return 0;
        }
    }

    private static void drainOnSignals(Agent agent) {
        AtomicInteger heard = new AtomicInteger();
        Runnable action =
                () -> {
                    if (heard.getAndIncrement() == 0) {
                        agent.drain();
                    } else {
                        agent.giveUp();
                    }
                };
        Signals.handle("TERM", action);
        Signals.handle("INT", action);
    }

    private static int fail(Exception e) {
        System.err.println(e.getMessage());
        return 1;
    }
}
