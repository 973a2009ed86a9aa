package org.diamondhpc.gateway.webhook.domain;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/** A range of addresses, written {@code 10.1.0.0/16}, {@code fd00::/8} or as one address. */
public record Network(InetAddress base, int bits) {
    private static final Pattern LITERAL = Pattern.compile("[0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");

    /** @throws IllegalArgumentException for another form */
    public static Network parse(String text) {
        int slash = text.indexOf('/');
        String address = slash < 0 ? text : text.substring(0, slash);
        if (!LITERAL.matcher(address).matches()) {
            throw new IllegalArgumentException(text + " is not a network such as 10.1.0.0/16");
        }
        try {
            InetAddress base = InetAddress.getByName(address); // a literal: nobody is asked
            int most = base.getAddress().length * 8;
            int bits = slash < 0 ? most : Integer.parseInt(text.substring(slash + 1));
            if (bits < 0 || bits > most) {
                throw new IllegalArgumentException(text + ": at most " + most + " bits");
            }
            return new Network(base, bits);
        } catch (UnknownHostException | NumberFormatException e) {
            throw new IllegalArgumentException(text + " is not a network such as 10.1.0.0/16", e);
        }
    }

    public boolean contains(InetAddress address) {
        byte[] one = base.getAddress();
        byte[] other = address.getAddress();
        if (one.length != other.length) {
            return false;
        }
        for (int bit = 0; bit < bits; bit++) {
            int mask = 0x80 >> bit % 8;
            if ((one[bit / 8] & mask) != (other[bit / 8] & mask)) {
                return false;
            }
        }
        return true;
    }
}
