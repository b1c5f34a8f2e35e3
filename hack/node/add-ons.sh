# shellcheck shell=bash
# Copyright Gretlab authors
# SPDX-License-Identifier: Apache-2.0
#
# shellcheck disable=SC2154 # hack/node/settings.sh
# What a cluster has beside Kubernetes itself: DNS, network policies, volumes, gVisor's RuntimeClass, KEDA. And the lab's images.

add_dns() {
    image_of coredns "$DNS_FOLDER/coredns"
    sed "s/DNS_SERVICE/$DNS_SERVICE/" "$ROOT/hack/node/coredns.yaml" | kubectl apply -f - >/dev/null
    kubectl -n kube-system rollout status deployment/coredns --timeout=90s >/dev/null || fail "CoreDNS does not come up: $(kubectl -n kube-system get pods)"
}

# kube-router as a firewall alone, beside the bridge and kube-proxy
add_network_policies() {
    start_part kube-router "$POLICY_FOLDER/kube-router" --run-firewall=true --run-router=false --run-service-proxy=false --enable-cni=false \
        --kubeconfig="$CLUSTER/admin.conf" --hostname-override="$NODE" --service-cluster-ip-range="$SERVICE_RANGE" --health-port=0 --iptables-sync-period=1m
    must kube-router 30 policies_are_enforced
}
policies_are_enforced() { iptables -w -nL KUBE-ROUTER-FORWARD >/dev/null 2>&1; }

# Its chains and sets stay when it stops.
remove_network_policies() {
    local chain rule set
    stop_part kube-router
    for chain in INPUT FORWARD OUTPUT; do
        while rule=$(iptables -w -S "$chain" 2>/dev/null | grep -m 1 -- "-j KUBE-ROUTER-$chain"); do
            # shellcheck disable=SC2086 # a rule is words
            eval "iptables -w ${rule/#-A/-D}"
        done
    done
    policy_chains | while read -r chain; do iptables -w -F "$chain"; done
    policy_chains | while read -r chain; do iptables -w -X "$chain"; done
    { ipset list -n 2>/dev/null || true; } | grep -E '^(KUBE-(SRC|DST)-|kube-router-|inet6:)' | while read -r set; do ipset destroy "$set"; done || true
}
policy_chains() { iptables -w -S 2>/dev/null | awk '$1 == "-N" && $2 ~ /^KUBE-(ROUTER|POD-FW|NWPLCY)/ { print $2 }'; }

# Folders of this machine; made ahead, since there is no provisioner.
add_storage() {
    local number
    for number in 1 2 3 4; do
        mkdir -p "$CLUSTER/volumes/$number"
        sed "s|VOLUME|volume-$number|; s|FOLDER|$CLUSTER/volumes/$number|; s|NODE|$NODE|" "$ROOT/hack/node/volume.yaml"
    done | kubectl apply -f "$ROOT/hack/node/storage-class.yaml" -f - >/dev/null
}

add_gvisor() {
    kubectl label node "$NODE" gretlab.dev/sandbox=gvisor --overwrite >/dev/null
    kubectl apply -f "$ROOT/sandbox-runtimeclass/nodes/runtimeclass.yaml" >/dev/null
}

# KEDA's own manifests with three changes: images of ours, a user by number (an image from nothing knows no names), and no webhook.
add_keda() {
    image_of keda-operator "$KEDA_FOLDER/keda-operator"
    image_of keda-adapter "$KEDA_FOLDER/keda-adapter"
    awk 'BEGIN { RS = "---\n"; ORS = "---\n" } !/\nkind: ValidatingWebhookConfiguration\n/ && !/name: keda-admission/' "$KEDA_FOLDER/keda.yaml" \
        | sed -E -e 's|image: .*/keda-metrics-apiserver:.*|image: localhost/keda-adapter:1|; s|image: .*/keda:.*|image: localhost/keda-operator:1|' \
            -e 's|imagePullPolicy: Always|imagePullPolicy: Never|; s|^( *)- /keda$|\1- /keda-operator|' \
            -e 's|^( *)runAsNonRoot: true|&\n\1runAsUser: 10001|' >"$CLUSTER/keda.yaml"
    # client-side apply cannot hold a CRD of this size
    kubectl apply --server-side --force-conflicts -f "$CLUSTER/keda.yaml" >/dev/null || fail "KEDA could not be applied."
    kubectl -n keda rollout status deployment/keda-operator deployment/keda-metrics-apiserver --timeout=180s >/dev/null \
        || fail "KEDA does not come up: $(kubectl -n keda get pods)"
    kubectl wait --for=condition=Available apiservice/v1beta1.external.metrics.k8s.io --timeout=120s >/dev/null || fail "KEDA's metrics are not served."
}

# load_images [TAG]: the lab's images, as hack/images makes them, under the registry's name
load_images() {
    local archive
    mkdir -p "$CLUSTER/archives"
    "$ROOT/hack/images" --registry="$REGISTRY" ${1:+--tag="$1"} --archives="$CLUSTER/archives"
    for archive in "$CLUSTER"/archives/*.tar; do
        [ -e "$archive" ] || continue
        ctr images import "$archive" >"$CLUSTER/log/import.log" 2>&1 || fail "$(basename "$archive") could not be loaded: $(tail -n 2 "$CLUSTER/log/import.log")"
        rm -f "$archive"
    done
}
