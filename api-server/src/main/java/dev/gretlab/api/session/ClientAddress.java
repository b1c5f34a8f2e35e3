/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.session;

import dev.gretlab.api.config.AddressRange;
import dev.gretlab.api.config.ServerConfiguration;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;

/**
 * Where a request comes from: the connection's address, or what a gateway that we were told to
 * trust says about it. Anybody may send X-Forwarded-For, so nobody else's word counts.
 */
@Component
class ClientAddress {

    /** Whoever has one IPv6 address has 2 to the 64 of them. */
    private static final int IPV6_BITS = 64;

    private final List<AddressRange> proxies;

    ClientAddress(ServerConfiguration configuration) {
        proxies = configuration.trustedProxies();
    }

    /** As text; of IPv6 the network. */
    String of(ServerHttpRequest request) {
        InetSocketAddress remote = request.getRemoteAddress();
        if (remote == null || remote.getAddress() == null) {
            return "unknown";
        }
        InetAddress address =
                client(
                        remote.getAddress(),
                        request.getHeaders().getOrEmpty("X-Forwarded-For").stream()
                                .flatMap(header -> Arrays.stream(header.split(",")))
                                .map(String::strip)
                                .toList());
        return address instanceof Inet6Address
                ? AddressRange.around(address, IPV6_BITS).getHostAddress() + "/" + IPV6_BITS
                : address.getHostAddress();
    }

    /** Each gateway adds at the end whom it heard; the last that is no gateway of ours is it. */
    private InetAddress client(InetAddress connected, List<String> forwarded) {
        InetAddress client = connected;
        for (String hop : forwarded.reversed()) {
            if (!isTrusted(client)) {
                return client;
            }
            try {
                client = InetAddress.ofLiteral(hop);
            } catch (IllegalArgumentException e) {
                // no address: nothing before it can be believed either
                return client;
            }
        }
        return client;
    }

    private boolean isTrusted(InetAddress address) {
        return proxies.stream().anyMatch(range -> range.contains(address));
    }
}
