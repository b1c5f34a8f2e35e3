# shellcheck shell=bash
# Copyright Gretlab authors
# SPDX-License-Identifier: Apache-2.0
#
# shellcheck disable=SC2034 # for those who source this
# Where the node of hack/cluster lives, and what its parts have in common.

CLUSTER=${GRETLAB_CLUSTER_DIR:-$ROOT/.cluster}

# Pods and node share a bridge; its address is the node's. Everything listens there or on the loopback device, so nobody outside of
# this machine reaches it.
BRIDGE=gretlab0
NODE=node-1
NODE_ADDRESS=10.77.0.1
POD_RANGE=10.77.0.0/16
SERVICE_RANGE=10.97.0.0/16
API_SERVICE=10.97.0.1
DNS_SERVICE=10.97.0.10
API_SERVER=https://$NODE_ADDRESS:6443
CONTAINERD=/run/gretlab-node/containerd.sock
REGISTRY=registry.gretlab.dev

find_cluster_programs() {
    local tool
    for tool in "containerd containerd" "runc runc" "buildah buildah" "iptables iptables" "ip iproute2" "openssl openssl" "conntrack conntrack" \
        "ipset ipset" "curl curl" "/usr/lib/cni/bridge containernetworking-plugins" "socat socat" "gcc gcc libc6-dev"; do
        # shellcheck disable=SC2086 # command, then packages
        have_command $tool
    done
    KUBE_FOLDER=$(dirname "$(brought kube-apiserver)")
    NODE_FOLDER=$(brought kubernetes)
    SHIM_FOLDER=$(brought gvisor-shim)
    DNS_FOLDER=$(brought coredns)
    POLICY_FOLDER=$(brought kube-router)
    KEDA_FOLDER=$(brought keda)
    HELM_FOLDER=$(brought helm)
}

# brought TOOL: what hack/tools says last, its path; what it says before goes to the terminal
brought() {
    local said
    said=$("$ROOT/hack/tools" "$1") || exit
    printf '%s\n' "$said" | sed '$d' >&2
    printf '%s\n' "$said" | tail -n 1
}

# kubectl ARGS: as admin
kubectl() {
    [ -n "${KUBE_FOLDER:-}" ] || KUBE_FOLDER=$(dirname "$(brought kube-apiserver)")
    KUBECONFIG=$CLUSTER/admin.conf "$KUBE_FOLDER/kubectl" "$@"
}

ctr() { command ctr -a "$CONTAINERD" -n k8s.io "$@"; }

is_up() { [ -e "$CLUSTER/run/kubelet" ] && alive "$CLUSTER/run/kubelet" && alive "$CLUSTER/run/kube-apiserver"; }

# start_part NAME COMMAND...: in the background, its log in log/NAME.log, its process in run/NAME
start_part() {
    local name=$1
    shift
    (
        let_go
        cd "$CLUSTER" || exit
        PATH=$SHIM_FOLDER:$PATH
        if declare -F "$1" >/dev/null; then "$@"; else exec setsid "$@"; fi
    ) >"$CLUSTER/log/$name.log" 2>&1 </dev/null &
    remember "$CLUSTER/run/$name" $!
}

# stop_part NAME: and waits for its end
stop_part() {
    local pid
    read -r pid _ 2>/dev/null <"$CLUSTER/run/$1" || return 0
    if alive "$CLUSTER/run/$1"; then
        kill "$pid" 2>/dev/null || true
        await 15 dead "$CLUSTER/run/$1" || kill -KILL "$pid" 2>/dev/null || true
    fi
    rm -f "$CLUSTER/run/$1"
}
dead() { ! alive "$1"; }

# must NAME SECONDS COMMAND...: waits for it, or shows what the part's log says last
must() {
    local name=$1 seconds=$2
    shift 2
    await "$seconds" "$@" && return
    tail -n 20 "$CLUSTER/log/$name.log" >&2
    fail "$name did not come up within $seconds seconds; all of its log is above the last lines in $CLUSTER/log/$name.log."
}
