package org.diamondhpc.gateway.edge.rest;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One range of bytes, both ends included (RFC 9110, 14.1.2). Several ranges, or a header that is none, are answered
 * with the whole, as the RFC allows.
 */
record ByteRange(long first, long last) {
    private static final Pattern ONE = Pattern.compile("bytes=(\\d{0,18})-(\\d{0,18})");

    /** Nothing the header names exists. */
    static final ByteRange UNSATISFIABLE = new ByteRange(-1, -1);

    static Optional<ByteRange> of(String header, long size) {
        Matcher m = header == null ? null : ONE.matcher(header.strip());
        if (m == null || !m.matches() || m.group(1).isEmpty() && m.group(2).isEmpty()) {
            return Optional.empty();
        }
        if (m.group(1).isEmpty()) {
            long length = Math.min(Long.parseLong(m.group(2)), size);
            return Optional.of(length == 0 ? UNSATISFIABLE : new ByteRange(size - length, size - 1));
        }
        long first = Long.parseLong(m.group(1));
        long last = m.group(2).isEmpty() ? size - 1 : Math.min(Long.parseLong(m.group(2)), size - 1);
        if (!m.group(2).isEmpty() && Long.parseLong(m.group(2)) < first) {
            return Optional.empty();
        }
        return Optional.of(first >= size ? UNSATISFIABLE : new ByteRange(first, last));
    }

    long length() {
        return last - first + 1;
    }

    @Override
    public String toString() {
        return first + "-" + last;
    }
}
