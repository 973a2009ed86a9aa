package org.diamondhpc.discovery.domain.wait;

import java.util.Locale;

/** Whether two names mean the same processor architecture. */
public final class Architectures {
    private Architectures() {
    }

    public static boolean same(String asked, String there) {
        return there != null && canonical(asked).equals(canonical(there));
    }

    private static String canonical(String name) {
        String lower = name.toLowerCase(Locale.ROOT).replace('-', '_');
        return switch (lower) {
            case "amd64", "x64" -> "x86_64";
            case "arm64" -> "aarch64";
            case "powerpc64le", "power9" -> "ppc64le";
            default -> lower;
        };
    }
}
