/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.agent;

import dev.gretlab.runner.jail.Ended;
import dev.gretlab.runner.jail.Exec;
import dev.gretlab.runner.jail.ExecCancelled;
import dev.gretlab.runner.jail.ExecLimits;
import dev.gretlab.runner.jail.JailClient;
import dev.gretlab.runner.jail.JailException;
import dev.gretlab.runner.jail.JailRefused;
import dev.gretlab.runner.jail.KeptBytes;
import dev.gretlab.runner.jail.Stop;
import dev.gretlab.runner.judge.Launch;
import dev.gretlab.runner.language.Language;
import dev.gretlab.runner.language.Languages;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/**
 * Tries the jail from within before any student's program is in it, and finds out which languages
 * there are. Needs nothing but a shell and the usual small tools in the jail.
 */
final class JailProbe {

    private static final int KEPT = 1 << 16;
    private static final long MIB = 1L << 20;

    private record Said(Ended ended, String stdout, String stderr) {}

    private final JailClient jail;

    JailProbe(JailClient jail) {
        this.jail = jail;
    }

    /** Each claim of the jail with whether it holds here, and some facts to read. */
    Map<String, Object> selfTest() throws JailException {
        jail.open(MIB);
        Map<String, Object> outcome = new LinkedHashMap<>();
        outcome.put("jail", jail.hello().version());
        outcome.put("startMicros", jail.hello().startMicros());
        outcome.put("kernel", shell("uname -sr").stdout().strip());
        outcome.put("networkClosed", onlyLoopback(shell("cat /proc/net/dev").stdout()));
        outcome.put("secretsHidden", refuses("cat /etc/shadow"));
        // appending nothing changes nothing, should it be allowed
        outcome.put("kernelReadOnly", refuses(": >> /proc/sys/kernel/core_pattern"));
        outcome.put("environmentEmpty", refuses("env | grep -v -E '^(PATH|LANG|HOME|PWD)='"));
        outcome.put("processesHidden", refuses("ls -d /proc/[0-9]* | grep -E '/[0-9]{2,}$'"));
        // no touch: it goes on to the file's times, which gVisor's filter only pretends to set
        outcome.put(
                "systemReadOnly", refuses("(: >/x) || (: >/usr/x) || (: >/etc/x) || (: >/box/x)"));
        outcome.put("namespacesRefused", refuses("unshare -U true"));
        outcome.put("cpuLimited", stops(Stop.CPU, "while :; do :; done", 200_000, 64));
        outcome.put(
                "memoryLimited",
                stops(
                        Stop.MEMORY,
                        "head -c 99999999 /dev/zero | tail -c 99999999 | wc",
                        5_000_000,
                        32));
        outcome.put(
                "outputLimited",
                stops(Stop.OUTPUT, "while :; do echo 0123456789; done", 5_000_000, 64));
        jail.drop();
        return outcome;
    }

    /** The claims that do not hold, by name. */
    static List<String> broken(Map<String, Object> outcome) {
        List<String> broken = new ArrayList<>();
        outcome.forEach((name, value) -> {
            if (Boolean.FALSE.equals(value)) {
                broken.add(name);
            }
        });
        return broken;
    }

    /** The languages that answer here, with their versions, in the order of the file. */
    Map<Language, String> versions(Languages languages) throws JailException {
        Map<Language, String> versions = new LinkedHashMap<>();
        jail.open(MIB);
        for (Language language : languages.all()) {
            String version = version(language);
            if (version != null) {
                versions.put(language, version);
            }
        }
        jail.drop();
        return versions;
    }

    private @Nullable String version(Language language) throws JailException {
        Said said;
        try {
            said = run(Launch.tool(language.versionCommand()));
        } catch (JailRefused e) {
            if (e.code().equals("request")) {
                return null; // there is no such program
            }
            throw e;
        }
        if (!said.ended().succeeded()) {
            return null;
        }
        for (String text : List.of(said.stdout(), said.stderr())) {
            Matcher matcher = language.versionPattern().matcher(text);
            if (matcher.find()) {
                return matcher.group(1);
            }
        }
        return null;
    }

    private static boolean onlyLoopback(String devices) {
        List<String> names =
                devices.lines()
                        .filter(line -> line.contains(":"))
                        .map(line -> line.substring(0, line.indexOf(':')).strip())
                        .filter(name -> !name.equals("lo"))
                        .toList();
        return devices.contains("lo") && names.isEmpty();
    }

    private boolean refuses(String command) throws JailException {
        Ended ended = shell(command).ended();
        return ended.stop() == Stop.NONE && !ended.succeeded();
    }

    private boolean stops(Stop stop, String command, long cpuMicros, long memoryMb)
            throws JailException {
        ExecLimits limits =
                new ExecLimits(
                        cpuMicros, 20_000_000, memoryMb * MIB, 0, 16, 1 << 16, MIB, MIB, 8 * MIB);
        Exec plain = Launch.tool(List.of("sh", "-c", command));
        return run(Exec.program(plain.arguments(), plain.environment(), limits)).ended().stop()
                == stop;
    }

    private Said shell(String command) throws JailException {
        return run(Launch.tool(List.of("sh", "-c", command)));
    }

    private Said run(Exec exec) throws JailException {
        KeptBytes stdout = new KeptBytes(KEPT);
        KeptBytes stderr = new KeptBytes(KEPT);
        try {
            Ended ended = jail.exec(exec.sending(KEPT, KEPT), stdout, stderr, () -> false);
            return new Said(ended, text(stdout), text(stderr));
        } catch (ExecCancelled e) {
            throw new IllegalStateException("nobody else knows this jail yet", e);
        }
    }

    private static String text(KeptBytes kept) {
        return new String(kept.bytes(), StandardCharsets.UTF_8);
    }
}
