# shellcheck shell=bash
# Copyright Gretlab authors
# SPDX-License-Identifier: Apache-2.0
#
# shellcheck disable=SC2153,SC2154 # hack/node/settings.sh
# containerd with runc and gVisor, kubelet and kube-proxy of hack/cluster.

write_network() {
    mkdir -p "$CLUSTER/cni"
    cat >"$CLUSTER/cni/10-bridge.conflist" <<CONF
{"cniVersion": "1.0.0", "name": "gretlab", "plugins": [
  {"type": "bridge", "bridge": "$BRIDGE", "isGateway": true, "ipMasq": true, "hairpinMode": true,
   "ipam": {"type": "host-local", "dataDir": "$CLUSTER/addresses",
     "ranges": [[{"subnet": "$POD_RANGE", "rangeStart": "${NODE_ADDRESS%.*.*}.1.0"}]], "routes": [{"dst": "0.0.0.0/0"}]}},
  {"type": "portmap", "capabilities": {"portMappings": true}}]}
CONF
}

# containerd, its pods and the kubelet have a mount namespace of their own: with its last process all that was mounted in it is gone.
in_own_mounts() {
    # shellcheck disable=SC2016 # for the inner shell
    exec setsid unshare --mount --propagation slave sh -c 'mount --make-rshared / && exec "$@"' sh "$@"
}
in_containerds_mounts() {
    local pid
    read -r pid _ <"$CLUSTER/run/containerd"
    exec setsid nsenter --mount="/proc/$pid/ns/mnt" "$@"
}

# Where root lacks CAP_SYS_RESOURCE, as in many containers, no oom_score_adj can be lowered: containerd and the kubelet are told not to try.
start_containerd() {
    mkdir -p "${CONTAINERD%/*}"
    cat >"$CLUSTER/containerd.toml" <<CONF
version = 2
root = "$CLUSTER/containerd"
state = "${CONTAINERD%/*}"
[grpc]
  address = "$CONTAINERD"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "localhost/pause:1"
  restrict_oom_score_adj = true
  disable_apparmor = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = "$CLUSTER/cni"
  [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
CONF
    # the flags of real nodes, but for the driver of cgroups
    grep -v systemd-cgroup "$ROOT/sandbox-runtimeclass/nodes/runsc.toml" >"$CLUSTER/runsc.toml"
    sed "s|/etc/containerd/runsc.toml|$CLUSTER/runsc.toml|" "$ROOT/sandbox-runtimeclass/nodes/containerd.toml" >>"$CLUSTER/containerd.toml"
    start_part containerd in_own_mounts containerd -c "$CLUSTER/containerd.toml"
    must containerd 30 containerd_answers
}

containerd_answers() { ctr version >/dev/null 2>&1; }

# The smallest thing that holds a pod's namespaces: it waits, and reaps.
make_pause() {
    cat >"$CLUSTER/pause.c" <<'PROGRAM'
#include <signal.h>
#include <unistd.h>
#include <sys/wait.h>
static void end(int number) { (void)number; _exit(0); }
static void reap(int number) { (void)number; while (waitpid(-1, 0, WNOHANG) > 0); }
int main(void) { signal(SIGTERM, end); signal(SIGINT, end); signal(SIGCHLD, reap); for (;;) pause(); }
PROGRAM
    gcc -static -O2 -o "$CLUSTER/pause" "$CLUSTER/pause.c" || fail "gcc cannot make the program that holds a pod."
    image_of pause "$CLUSTER/pause"
}

# image_of NAME PROGRAM...: an image localhost/NAME:1 of programs that need nothing else, loaded into containerd; it runs the first
image_of() {
    local name=$1 container tar=$CLUSTER/$1.tar
    shift
    {
        container=$(buildah_here from scratch)
        buildah_here copy "$container" "$@" /
        buildah_here config --entrypoint "[\"/$(basename "$1")\"]" "$container"
        buildah_here commit --rm "$container" "localhost/$name:1"
        rm -f "$tar"
        buildah_here push "localhost/$name:1" "docker-archive:$tar:localhost/$name:1"
        ctr images import "$tar"
    } >"$CLUSTER/log/image-$name.log" 2>&1 || fail "The image $name could not be made: $(tail -n 3 "$CLUSTER/log/image-$name.log")"
    rm -f "$tar"
}
buildah_here() { BUILDAH_ISOLATION=chroot buildah --root "$CLUSTER/images" --runroot "$CLUSTER/run/images" --storage-driver vfs "$@"; }

start_worker() {
    write_network
    start_containerd
    make_pause
    cat >"$CLUSTER/kubelet.yaml" <<CONF
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
address: $NODE_ADDRESS
authentication: {anonymous: {enabled: false}, webhook: {enabled: true}, x509: {clientCAFile: $CLUSTER/pki/authority.crt}}
authorization: {mode: Webhook}
tlsCertFile: $CLUSTER/pki/kubelet.crt
tlsPrivateKeyFile: $CLUSTER/pki/kubelet.key
clusterDNS: [$DNS_SERVICE]
clusterDomain: cluster.local
containerRuntimeEndpoint: unix://$CONTAINERD
cgroupDriver: cgroupfs
enforceNodeAllocatable: []
failSwapOn: false
oomScoreAdj: 0
# a disk that others fill as well is no reason to evict pods or to forget images
evictionHard: {memory.available: 100Mi, nodefs.available: 1%, imagefs.available: 1%}
imageGCHighThresholdPercent: 100
serializeImagePulls: false
CONF
    cat >"$CLUSTER/proxy.yaml" <<CONF
apiVersion: kubeproxy.config.k8s.io/v1alpha1
kind: KubeProxyConfiguration
mode: iptables
clientConnection: {kubeconfig: $CLUSTER/proxy.conf}
clusterCIDR: $POD_RANGE
hostnameOverride: $NODE
healthzBindAddress: 127.0.0.1:10256
metricsBindAddress: 127.0.0.1:10249
oomScoreAdj: 0
conntrack: {maxPerCore: 0, min: 0}
CONF
    start_part kubelet in_containerds_mounts "$NODE_FOLDER/kubelet" --config="$CLUSTER/kubelet.yaml" --kubeconfig="$CLUSTER/kubelet.conf" --hostname-override="$NODE" \
        --node-ip="$NODE_ADDRESS" --root-dir="$CLUSTER/kubelet"
    start_part kube-proxy "$NODE_FOLDER/kube-proxy" --config="$CLUSTER/proxy.yaml"
    must kubelet 60 node_is_ready
}
node_is_ready() { [ "$(kubectl get node "$NODE" -o 'jsonpath={.status.conditions[?(@.type=="Ready")].status}' 2>/dev/null)" = True ]; }

# Pods first, by the kubelet, which takes their networks and mounts away; then by force what is still there.
stop_worker() {
    local task name table
    if [ -e "$CLUSTER/admin.conf" ] && alive "$CLUSTER/run/kubelet"; then
        kubectl delete deployments,statefulsets,daemonsets,jobs --all -A --wait=false >/dev/null 2>&1 || true
        kubectl delete pods --all -A --grace-period=0 --force --timeout=30s >/dev/null 2>&1 || true
    fi
    stop_part kubelet
    stop_part kube-proxy
    if alive "$CLUSTER/run/containerd"; then
        for task in $(ctr tasks ls -q 2>/dev/null); do ctr tasks rm -f "$task" >/dev/null 2>&1 || true; done
    fi
    stop_part containerd
    # shims outlive containerd by design
    pkill -KILL -f "containerd-shim-.* -address $CONTAINERD" 2>/dev/null || true
    for name in $(ip netns list 2>/dev/null | awk '/^cni-/ { print $1 }'); do ip netns del "$name" 2>/dev/null || rm -f "/run/netns/$name"; done
    for table in iptables ip6tables; do
        "$table-save" 2>/dev/null | grep -vE -- '(KUBE|CNI)-' | "$table-restore" -w 5 2>/dev/null || true
    done
    find /sys/fs/cgroup -depth -type d -path '*/kubepods*' -exec rmdir {} + 2>/dev/null || true
    rm -rf "${CONTAINERD%/*}"
}
