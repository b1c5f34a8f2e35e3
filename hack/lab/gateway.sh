# shellcheck shell=bash
# Copyright Gretlab authors
# SPDX-License-Identifier: Apache-2.0
#
# shellcheck disable=SC2154 # hack/up sets pg_port
# The production shape on one machine: PgBouncer before PostgreSQL, Caddy before the API replicas.

# as_anyone_but_root COMMAND...: PgBouncer refuses uid 0; a user namespace has another, and the files stay root's.
as_anyone_but_root() {
    if [ "$(id -u)" = 0 ]; then exec unshare --user "$@"; else exec "$@"; fi
}

# write_pooler PORT: transaction mode, a few dozen server connections whatever the number of clients.
write_pooler() {
    (umask 077 && printf '"gretlab_api" "%s"\n' "$(cat "$LAB/secrets/api")" >"$LAB/pooler-users.txt")
    cat >"$LAB/pgbouncer.ini" <<CONF
[databases]
gretlab = host=127.0.0.1 port=$pg_port dbname=gretlab
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = $1
unix_socket_dir =
auth_type = scram-sha-256
auth_file = $LAB/pooler-users.txt
pool_mode = transaction
default_pool_size = 25
max_client_conn = 3000
max_db_connections = 30
# the driver sends it, and it changes nothing for us
ignore_startup_parameters = extra_float_digits
# a database that is away is told to the client instead of being waited for
query_wait_timeout = 5
server_login_retry = 1
server_connect_timeout = 3
log_connections = 0
log_disconnections = 0
CONF
}

pooler() { as_anyone_but_root pgbouncer -q "$LAB/pgbouncer.ini"; }

# write_gateway PORT REPLICA-PORT...: HTTPS with a certificate of its own, health checks, least connections. Reads are
# tried again on another replica, and so are writes that carry an Idempotency-Key; other writes only when no connection was made.
write_gateway() {
    local port=$1 upstreams=() replica
    shift
    for replica; do upstreams+=("127.0.0.1:$replica"); done
    cat >"$LAB/Caddyfile" <<CONF
{
	admin off
	auto_https disable_redirects
	skip_install_trust
	storage file_system "$LAB/caddy"
	log {
		level WARN
	}
}
https://localhost:$port {
	tls internal
	reverse_proxy ${upstreams[*]} {
		lb_policy least_conn
		lb_try_duration 8s
		lb_try_interval 100ms
		lb_retry_match {
			expression \`method('GET', 'HEAD') || header({'Idempotency-Key': '*'})\`
		}
		# a body that was sent once must be there for the second time
		buffer_requests
		flush_interval -1
		health_uri /api/health
		health_interval 1s
		# a dead process is known by its closed port; one that is only slow must not leave with all the others
		health_timeout 5s
		fail_duration 3s
		transport http {
			dial_timeout 1s
			keepalive 60s
		}
	}
	# no replica answered: said as the API would say it
	handle_errors {
		header Retry-After 2
		header Content-Type application/problem+json
		respond \`{"type":"https://gretlab.dev/problems/unavailable","title":"Unavailable","status":{err.status_code},"detail":"The lab does not answer just now. Try again in a few seconds."}\` {err.status_code}
	}
}
CONF
}

gateway() {
    mkdir -p "$LAB/caddy"
    exec env XDG_DATA_HOME="$LAB/caddy" XDG_CONFIG_HOME="$LAB/caddy" HOME="$LAB/caddy" caddy run --config "$LAB/Caddyfile" --adapter caddyfile
}
