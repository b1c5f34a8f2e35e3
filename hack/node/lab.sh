# shellcheck shell=bash
# Copyright Gretlab authors
# SPDX-License-Identifier: Apache-2.0
#
# shellcheck disable=SC2154 # hack/node/settings.sh
# The operator and a lab on the cluster, as a platform team would bring them.

# install_operator: the chart, in a namespace of its own
install_operator() {
    KUBECONFIG=$CLUSTER/admin.conf "$HELM_FOLDER/helm" upgrade --install gretlab-operator "$ROOT/helm/gretlab-operator" --namespace gretlab-system --create-namespace \
        --set image.registry="$REGISTRY" --wait --timeout 3m >"$CLUSTER/log/helm.log" 2>&1 || {
        cat "$CLUSTER/log/helm.log" >&2
        fail "The operator does not come up: $(kubectl -n gretlab-system get pods)"
    }
}

# lab: hack/up --cluster ends here
lab() {
    local port
    load_images
    install_operator
    kubectl create namespace lab --dry-run=client -o yaml | kubectl apply -f - >/dev/null
    kubectl label namespace lab pod-security.kubernetes.io/enforce=restricted --overwrite >/dev/null
    kubectl apply -n lab -f "$ROOT/hack/node/lab.yaml" >/dev/null
    await 300 lab_is_ready || fail "The lab is not ready:
$(kubectl -n lab get gretlab lab -o 'jsonpath={range .status.conditions[*]}{.type}={.status} {.reason}: {.message}{"\n"}{end}')
$(kubectl -n lab get pods)"
    port=$(lab_port)
    LAB_URL=https://localhost:$port
    seed_lab
    say "
The lab is up in the cluster:   $LAB_URL

  student        student01 / $(demo_password student01)   (more in $CLUSTER/demo.json)
  staff          teacher / $(demo_password teacher)
  admin          admin / $(lab_secret admin)
  look around    hack/cluster kubectl -n lab get gretlab,pods

hack/cluster down takes everything away."
}

lab_is_ready() { [ "$(kubectl -n lab get gretlab lab -o 'jsonpath={.status.conditions[?(@.type=="Ready")].status}' 2>/dev/null)" = True ]; }
lab_port() { kubectl -n lab get service lab-gateway -o 'jsonpath={.spec.ports[?(@.name=="https")].nodePort}'; }
lab_secret() { kubectl -n lab get secret lab-credentials -o "go-template={{ index .data \"$1\" | base64decode }}"; }
demo_password() { tr -d '\n' <"$CLUSTER/demo.json" | grep -o '{[^{}]*"username" *: *"'"$1"'"[^{}]*}' | sed 's/.*"password" *: *"\([^"]*\)".*/\1/'; }

# The demo class, through the gateway like everybody, whose certificate nobody knows: so a way past it, to one replica.
seed_lab() {
    local forward port
    [ ! -e "$CLUSTER/demo.json" ] || return 0
    port=$(free_port)
    kubectl -n lab port-forward service/lab-api "$port:8080" >"$CLUSTER/log/port-forward.log" 2>&1 &
    forward=$!
    await 20 listening "$port" || fail "The API of the lab cannot be reached: $(cat "$CLUSTER/log/port-forward.log")"
    (umask 077 && lab_secret admin >"$CLUSTER/admin-password")
    find_java
    [ -e "$(jar chaos)" ] || { find_tools && build; }
    "$JAVA_HOME/bin/java" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp "$(jar chaos)" dev.gretlab.chaos.demo.SeedDemo \
        "http://localhost:$port" "$LAB_URL" "$CLUSTER/admin-password" "$ROOT/hack/demo/problems" "$CLUSTER/demo.json" "${STUDENTS:-30}" \
        || fail "The demo class could not be made; the reason is above."
    kill "$forward" 2>/dev/null || true
    wait "$forward" 2>/dev/null || true
    rm -f "$CLUSTER/admin-password"
}
