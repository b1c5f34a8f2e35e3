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

# write_gateway PORT REPLICA-PORT...: HTTPS with a certificate of its own, health checks, least connections. What reached no
# replica is tried on another, whatever it is. What broke on the way is tried again when it is a read, or a write that
# carries an Idempotency-Key and no body: Debian's Caddy cannot send a body twice. Its client does, told by a 502 at once.
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
(replicas) {
	to ${upstreams[*]}
	lb_policy least_conn
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
https://localhost:$port {
	tls internal
	# Looking at the body moves it into memory of the request's own, where the next replica finds it when the first one
	# takes no connection. buffer_requests must not be used for that: after a failed connection its buffer serves
	# another request too, and one student's program is judged as another's.
	@json header Content-Type application/json*
	@huge header_regexp Content-Length ^([5-9][0-9]{7}|[0-9]{9,})\$
	route @json {
		respond @huge \`{"type":"https://gretlab.dev/problems/body-too-large","title":"Too large","status":413,"detail":"The request is too large. Send a shorter program or input."}\` 413 {
			close
		}
		request_body {
			max_size 48MB
		}
		vars body {http.request.body}
	}
	# an upload of another kind passes through, once
	@upload expression \`!method('GET', 'HEAD', 'DELETE') && header({'Content-Type': '*'}) && !header({'Content-Type': 'application/json*'})\`
	reverse_proxy @upload {
		import replicas
	}
	reverse_proxy {
		import replicas
		lb_try_duration 8s
		lb_try_interval 100ms
		lb_retry_match {
			expression \`method('GET', 'HEAD') || header({'Idempotency-Key': '*'}) && !header({'Content-Type': '*'})\`
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
