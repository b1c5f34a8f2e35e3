# shellcheck shell=bash
# Copyright Gretlab authors
# SPDX-License-Identifier: Apache-2.0
#
# shellcheck disable=SC2154 # hack/node/settings.sh
# etcd, kube-apiserver, kube-controller-manager and kube-scheduler of hack/cluster, and the certificates by which all know each other.

# certificate NAME SUBJECT [ALTERNATIVE-NAMES]: signed by the cluster's own authority
certificate() {
    local pki=$CLUSTER/pki
    openssl req -newkey rsa:2048 -nodes -keyout "$pki/$1.key" -out "$pki/$1.csr" -subj "$2"
    openssl x509 -req -in "$pki/$1.csr" -CA "$pki/authority.crt" -CAkey "$pki/authority.key" -CAcreateserial -out "$pki/$1.crt" -days 30 \
        -extfile <(printf 'subjectAltName=%s\n' "${3:-DNS:$1}")
}

# client NAME: what it needs to speak to the API server with its certificate
client() {
    local pki=$CLUSTER/pki
    cat >"$CLUSTER/$1.conf" <<CONF
apiVersion: v1
kind: Config
clusters: [{name: gretlab, cluster: {server: "$API_SERVER", certificate-authority: $pki/authority.crt}}]
users: [{name: $1, user: {client-certificate: $pki/$1.crt, client-key: $pki/$1.key}}]
contexts: [{name: gretlab, context: {cluster: gretlab, user: $1}}]
current-context: gretlab
CONF
}

make_certificates() {
    local pki=$CLUSTER/pki
    chmod 0700 "$pki"
    {
        openssl req -x509 -newkey rsa:2048 -nodes -keyout "$pki/authority.key" -out "$pki/authority.crt" -subj /CN=gretlab-cluster -days 30
        certificate kube-apiserver /CN=kube-apiserver "DNS:kubernetes.default.svc,IP:127.0.0.1,IP:$NODE_ADDRESS,IP:$API_SERVICE"
        certificate aggregator /CN=aggregator
        certificate admin /O=system:masters/CN=admin
        certificate kubelet "/O=system:nodes/CN=system:node:$NODE" "DNS:$NODE,IP:$NODE_ADDRESS"
        certificate controller-manager /CN=system:kube-controller-manager
        certificate scheduler /CN=system:kube-scheduler
        certificate proxy /CN=system:kube-proxy
        openssl genrsa -out "$pki/accounts.key" 2048
        openssl rsa -in "$pki/accounts.key" -pubout -out "$pki/accounts.pub"
    } >"$CLUSTER/log/certificates.log" 2>&1 || fail "The certificates could not be made: $(tail -n 3 "$CLUSTER/log/certificates.log")"
    for name in admin kubelet controller-manager scheduler proxy; do client "$name"; done
}

make_bridge() {
    ip link show "$BRIDGE" >/dev/null 2>&1 || ip link add "$BRIDGE" type bridge || fail "This machine does not let root make a network bridge."
    ip addr replace "$NODE_ADDRESS/${POD_RANGE#*/}" dev "$BRIDGE"
    ip link set "$BRIDGE" up
    # a Service without endpoints is nowhere; without this, who asks for it is led out of this machine, and may be answered there
    iptables -w -C FORWARD -d "$SERVICE_RANGE" -j REJECT 2>/dev/null || iptables -w -A FORWARD -d "$SERVICE_RANGE" -j REJECT
}

start_control_plane() {
    local pki=$CLUSTER/pki
    make_bridge
    # an etcd for trying out: it need not outlive the machine
    start_part etcd "$KUBE_FOLDER/etcd" --data-dir "$CLUSTER/etcd" --listen-client-urls http://127.0.0.1:2379 --advertise-client-urls http://127.0.0.1:2379 \
        --listen-peer-urls http://127.0.0.1:2380 --unsafe-no-fsync
    start_part kube-apiserver "$KUBE_FOLDER/kube-apiserver" --etcd-servers=http://127.0.0.1:2379 --bind-address="$NODE_ADDRESS" \
        --advertise-address="$NODE_ADDRESS" --secure-port=6443 --authorization-mode=Node,RBAC --service-cluster-ip-range="$SERVICE_RANGE" \
        --tls-cert-file="$pki/kube-apiserver.crt" --tls-private-key-file="$pki/kube-apiserver.key" --client-ca-file="$pki/authority.crt" \
        --service-account-issuer=https://kubernetes.default.svc --service-account-key-file="$pki/accounts.pub" \
        --service-account-signing-key-file="$pki/accounts.key" \
        --kubelet-client-certificate="$pki/admin.crt" --kubelet-client-key="$pki/admin.key" --kubelet-preferred-address-types=InternalIP \
        --requestheader-client-ca-file="$pki/authority.crt" --requestheader-allowed-names=aggregator --requestheader-username-headers=X-Remote-User \
        --requestheader-group-headers=X-Remote-Group --requestheader-extra-headers-prefix=X-Remote-Extra- \
        --proxy-client-cert-file="$pki/aggregator.crt" --proxy-client-key-file="$pki/aggregator.key" --enable-aggregator-routing=true
    start_part kube-controller-manager "$NODE_FOLDER/kube-controller-manager" --kubeconfig="$CLUSTER/controller-manager.conf" --leader-elect=false \
        --bind-address=127.0.0.1 --use-service-account-credentials=true --root-ca-file="$pki/authority.crt" \
        --service-account-private-key-file="$pki/accounts.key"
    start_part kube-scheduler "$NODE_FOLDER/kube-scheduler" --kubeconfig="$CLUSTER/scheduler.conf" --leader-elect=false --bind-address=127.0.0.1
    must kube-apiserver 60 api_server_is_ready
}
api_server_is_ready() { kubectl get --raw /readyz >/dev/null 2>&1; }

stop_control_plane() {
    local part
    for part in kube-scheduler kube-controller-manager kube-apiserver etcd; do stop_part "$part"; done
    iptables -w -D FORWARD -d "$SERVICE_RANGE" -j REJECT 2>/dev/null || true
    ip link del "$BRIDGE" 2>/dev/null || true
}
