# shellcheck shell=bash
# Copyright Gretlab authors
# SPDX-License-Identifier: Apache-2.0
#
# shellcheck disable=SC2034,SC2154 # hack/up sets runner_user, and reads what is found out here
# What students' programs are kept in: gVisor where it is, and the jail's own namespaces always.

# choose_isolation gvisor|namespaces|'': the better one that works when none is named. Sets runner_as, the command that makes a
# runner another user's, jail_prefix, the command around a jail server, and isolation_words; the word itself is in the file isolation. Not asked for, a gVisor that fails is said and done without; asked for, it ends this script.
choose_isolation() {
    local said
    jail_prefix=()
    runner_as=()
    [ -z "$runner_user" ] || runner_as=(setpriv "--reuid=$runner_user" "--regid=$runner_user" --clear-groups --inh-caps=-all)
    printf namespaces >"$LAB/isolation"
    if [ "$1" != namespaces ] && find_runsc; then
        # a copy like all others, where a runner of another user finds it too
        ln "$runsc" "$LAB/programs/runsc" 2>/dev/null || cp "$runsc" "$LAB/programs/runsc"
        chmod a+rx "$LAB/programs/runsc"
        jail_prefix=("$LAB/programs/in-gvisor" --runsc "$LAB/programs/runsc")
        if said=$(check_jail); then
            isolation_words=$said
            printf gvisor >"$LAB/isolation"
            return
        fi
        [ "$1" != gvisor ] || fail "Jails do not work inside gVisor ($runsc) here: $said"
        say "Jails do not work inside gVisor ($runsc) here, programs get namespaces only: $said" >&2
        jail_prefix=()
    fi
    [ "$1" != gvisor ] || fail "gVisor's runsc is missing: build it with hack/tools runsc, or put it on the PATH."
    said=$(check_jail) || fail "Programs cannot be isolated here: $said"
    isolation_words=$said
    [ "$1" = namespaces ] || [ -n "$runsc" ] || isolation_words+="; hack/tools runsc brings gVisor"
}

# check_jail: tries one as a runner will start it; a line that says how they work, or what is wrong
check_jail() {
    (
        cd "$LAB/programs" || exit
        # with the little environment that a runner leaves to its jails
        env -i PATH="$PATH" ${runner_as[@]+"${runner_as[@]}"} ${jail_prefix[@]+"${jail_prefix[@]}"} "$LAB/programs/gretlab-jail" check 2>&1 | sed -n '1p'
    )
}
