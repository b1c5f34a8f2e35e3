/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.config;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.Arrays;

/**
 * Addresses that begin with the same bits, as in 10.0.0.0/8 or fd00::/8; without a length it is one
 * address.
 */
public record AddressRange(InetAddress network, int bits) {

    /** Fails when the text is no range. */
    public static AddressRange read(String text) {
        int slash = text.indexOf('/');
        String literal = slash < 0 ? text : text.substring(0, slash);
        InetAddress network = InetAddress.ofLiteral(literal);
        // "10.0.0" is an old way to write 10.0.0.0 and never what was meant
        if (network instanceof Inet4Address && !literal.equals(network.getHostAddress())) {
            throw new IllegalArgumentException(text + " is no range of addresses");
        }
        int most = network.getAddress().length * 8;
        int bits = slash < 0 ? most : Integer.parseInt(text.substring(slash + 1));
        if (bits < 0 || bits > most) {
            throw new IllegalArgumentException(text + " is no range of addresses");
        }
        return new AddressRange(network, bits);
    }

    public boolean contains(InetAddress address) {
        return Arrays.equals(beginning(address), beginning(network));
    }

    /** The lowest address of the range of this size around an address. */
    public static InetAddress around(InetAddress address, int bits) {
        try {
            return InetAddress.getByAddress(new AddressRange(address, bits).beginning(address));
        } catch (java.net.UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    private byte[] beginning(InetAddress address) {
        byte[] bytes = address.getAddress();
        for (int bit = bits; bit < bytes.length * 8; bit++) {
            bytes[bit / 8] &= (byte) ~(0x80 >> (bit % 8));
        }
        return bytes;
    }
}
