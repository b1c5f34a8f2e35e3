# shellcheck shell=bash
# Copyright Gretlab authors
# SPDX-License-Identifier: Apache-2.0
#
# What a lab's first runner takes of the machine: processes, memory, files.

# below PID...: these processes and all that they started, one id a line
below() {
    ps -e -o pid=,ppid= | awk -v roots="$*" 'BEGIN { count = split(roots, list, " "); for (i = 1; i <= count; i++) in_tree[list[i]] = 1 }
        { pid[NR] = $1; parent[NR] = $2 }
        END { do { more = 0; for (i = 1; i <= NR; i++) if (!(pid[i] in in_tree) && (parent[i] in in_tree)) { in_tree[pid[i]] = 1; more = 1 } } while (more)
            for (each in in_tree) print each }'
}
agent_pid() { local pid && read -r pid _ <"$LAB/run/runner-1" && echo "$pid"; }
runner_tree() { below "$(agent_pid)"; }

# sandboxes: folder of runsc's state and name of each, one sandbox a line
sandboxes() {
    local pid arguments i root
    for pid in $(runner_tree); do
        # it may have ended since
        { mapfile -d '' -t arguments <"/proc/$pid/cmdline"; } 2>/dev/null || continue
        [[ ${arguments[0]:-} == */runsc && " ${arguments[*]} " == *" run --bundle "* ]] || continue
        root=''
        for ((i = 1; i < ${#arguments[@]}; i++)); do
            [ "${arguments[i]}" != --root ] || root=${arguments[i + 1]}
        done
        printf '%s %s\n' "$root" "${arguments[-1]}"
    done
}
# guests: the processes in the sandboxes, seen from outside
guests() {
    local root name
    sandboxes | while read -r root name; do
        "$LAB/programs/runsc" --root "$root" ps "$name" 2>/dev/null | tail -n +2
    done
}
show_processes() {
    # shellcheck disable=SC2046 # ids
    ps -o pid,ppid,user,args -p $(runner_tree | paste -sd,) || true
    guests
}
# processes: how many there are in sandboxes, or without sandboxes below the runner. Interpreters that wait for a program
# are left out: they are children of a jail server, come and go, and a slot that served no Python has none.
processes() {
    local root name
    {
        if [ -n "$(sandboxes)" ]; then
            sandboxes | while read -r root name; do
                "$LAB/programs/runsc" --root "$root" ps "$name" 2>/dev/null | awk -v in_it="$name" 'NR > 1 { print in_it "/" $2, in_it "/" $3, $NF }'
            done
        else
            # shellcheck disable=SC2046 # ids
            ps -o pid=,ppid=,comm= -p $(runner_tree | paste -sd,)
        fi
    } | awk '{ parent[$1] = $2; command[$1] = $3 }
        END { for (each in parent) if (command[each] !~ /^python3/ || command[parent[each]] !~ /^gretlab-jail/) count++; print count + 0 }'
}
# sleep_till_idle: jails are emptied, interpreters wait again, the number of processes is the same a second later
sleep_till_idle() {
    local last='' now
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        now=$(processes)
        [ "$now" != "$last" ] || return 0
        last=$now
        sleep 1
    done
}

# pss PID...: KiB; what several processes share is counted by share, and what a sandbox's memory file holds is not in it
pss() {
    local pid
    for pid; do cat "/proc/$pid/smaps_rollup" 2>/dev/null || true; done | awk '$1 == "Pss_Anon:" || $1 == "Pss_File:" { sum += $2 } END { print sum + 0 }'
}
# memory_files PID...: KiB of the files in memory that these processes hold, each counted once
memory_files() {
    local pid
    for pid; do
        find -L "/proc/$pid/fd" -mindepth 1 -maxdepth 1 -type f -links 0 -printf '%D:%i %b\n' 2>/dev/null || true
    done | sort -u | awk '{ sum += $2 } END { print int(sum / 2) }'
}
# footprint: KiB of the agent, of jails that have no sandbox around them, and of sandboxes with all that is in them
footprint() {
    local agent pid boxes=() jails=()
    sleep_till_idle
    agent=$(agent_pid)
    for pid in $(runner_tree); do
        [ "$pid" != "$agent" ] || continue
        # what runsc is renamed to, or is still called
        if [[ $({ tr '\0' ' ' <"/proc/$pid/cmdline"; } 2>/dev/null) == *runsc* ]]; then boxes+=("$pid"); else jails+=("$pid"); fi
    done
    printf '%d %d %d\n' "$(pss "$agent")" "$(pss ${jails[@]+"${jails[@]}"})" \
        "$(($(pss ${boxes[@]+"${boxes[@]}"}) + $(memory_files ${boxes[@]+"${boxes[@]}"})))"
}

# show_files: what lies in the runner's folder, and what users of jails have anywhere where all may write
show_files() {
    find "$LAB/runner-1" -type f
    find /tmp /var/tmp /dev/shm -xdev \( -uid +59999 -a -uid -60200 \) ! -path '/tmp/gretlab-gvisor-*' 2>/dev/null || true
}
files() { show_files | wc -l; }
