package org.diamondhpc.gateway.edge.rest;

/** ETags made of a version number, or of a checksum. */
final class ETags {
    private ETags() {
    }

    static String of(int version) {
        return "\"v" + version + "\"";
    }

    static String ofSha256(String sha256) {
        return "\"" + sha256 + "\"";
    }

    /** Whether the header names the tag; weak comparison, since both name the same representation here. */
    static boolean matches(String header, String tag) {
        if (header == null) {
            return false;
        }
        for (String one : header.split(",")) {
            String bare = one.strip();
            if (bare.equals("*") || bare.equals(tag) || bare.equals("W/" + tag)) {
                return true;
            }
        }
        return false;
    }

    /** The version an {@code If-Match} header names; null where there is none or any will do; −1 where none can match. */
    static Integer version(String header) {
        if (header == null || header.strip().equals("*")) {
            return null;
        }
        String bare = header.strip().replaceFirst("^W/", "");
        return bare.matches("\"v\\d{1,9}\"") ? Integer.valueOf(bare.substring(2, bare.length() - 1)) : Integer.valueOf(-1);
    }
}
