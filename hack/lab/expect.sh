# shellcheck shell=bash
# Copyright Gretlab authors
# SPDX-License-Identifier: Apache-2.0
#
# shellcheck disable=SC2034,SC2154 # who sources this reads passed and failed, and sets port and url
# What the tests of a lab share: named expectations, the public API as a student uses it, and ways to kill parts.

passed=0 failed=0
# options of hack/up
shape=()

# expect NAME COMMAND...: what the command prints should say why it failed. What takes long says how long.
expect() {
    local name=$1 since=$SECONDS took
    shift
    if "$@"; then
        took=$((SECONDS - since))
        say "ok      $name$([ "$took" -lt 10 ] || echo " (in $took s)")"
        passed=$((passed + 1))
    else
        say "FAILED  $name"
        failed=$((failed + 1))
    fi
}

up() { "$ROOT/hack/up" --detach --port="$port" "${shape[@]}" >"$LAB.out" 2>&1 || { cat "$LAB.out" && return 1; }; }
says() { grep -q -- "$1" "$LAB.out" || { cat "$LAB.out" && return 1; }; }
healthy() { curl -fskS -o /dev/null --max-time 2 "$url/api/health" 2>/dev/null; }
not_healthy() { ! healthy; }

token() { tr -d '\n' <"$LAB/demo.json" | grep -o '{[^{}]*"username" *: *"'"$1"'"[^{}]*}' | sed 's/.*"token" *: *"\([^"]*\)".*/\1/'; }

# call USER PATH [CURL-OPTION...]: what the API answers; the lab's own certificate is known to nobody.
call() { curl -sSk --max-time 20 -H "Authorization: Bearer $(token "$1")" -H 'Content-Type: application/json' "${@:3}" "$url/api/v1$2"; }

# answers USER PATH [CURL-OPTION...]: status and Retry-After through the gateway
answers() { call "$1" "$2" -o /dev/null -w '%{http_code} %header{retry-after}' "${@:3}"; }
set_setting() {
    local answer
    answer=$(answers admin /settings -X PUT -d "[{\"name\":\"$1\",\"value\":\"$2\"}]")
    [ "$answer" = '204 ' ] || { echo "setting $1 to $2 was answered with $answer" && return 1; }
}

# field NAME: its value in the JSON that comes in, a line of its own
field() { sed 's/.*"'"$1"'" *: *"\([^"]*\)".*/\1/' && echo; }

# press USER SOURCE: starts a Python run and prints its id
press() { call "$1" /runs -d "{\"language\":\"python\",\"source\":\"$2\"}" | field id; }
verdict_is() { [ "$(call "$1" "/runs/$2" | grep -o '"verdict" *: *"[a-z_]*"' | field verdict)" = "$3" ]; }
running() { [ "$(call "$1" "/runs/$2/status" | grep -o '"state" *: *"[a-z]*"' | field state)" = running ]; }

# signal_child SIGNAL NAME: to the process itself; its supervisor starts another when it ends
signal_child() { local pid && read -r pid _ <"$LAB/run/$2" && kill "-$1" "$pid"; }

# kill_everything: no process of the lab has a moment to put anything in order
kill_everything() {
    local file pid
    # the supervisors first, or they would start again what is killed
    for file in "$LAB"/run/*.supervisor "$LAB"/run/* "$LAB/pg/postmaster.pid"; do
        read -r pid _ <"$file"
        kill -KILL "$pid" 2>/dev/null || true
    done
    await 10 not_healthy || { echo "it still answers" && return 1; }
}

no_secret_in_logs() {
    local secret
    for secret in $(grep -o '"\(password\|token\)" *: *"[^"]*"' "$LAB/demo.json" | sed 's/.*"\([^"]*\)"$/\1/') $(cat "$LAB"/secrets/*); do
        ! grep -rqF -- "$secret" "$LAB/log" || { echo "a secret is in a log" && return 1; }
    done
}

down() { "$ROOT/hack/down" >"$LAB.out" 2>&1; }
no_process() { ! pgrep -f -- "$LAB" >/dev/null; }
# a sandbox has noticed within a second or two that its runner is gone
nothing_left() { await 10 no_process || { pgrep -af -- "$LAB" && return 1; }; }
