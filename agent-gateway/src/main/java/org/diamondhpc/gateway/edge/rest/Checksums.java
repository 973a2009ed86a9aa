package org.diamondhpc.gateway.edge.rest;

import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;

/** The checksum a client promises: {@code X-Checksum-Sha256} in hex, or {@code Digest} / {@code Repr-Digest}. */
final class Checksums {
    private static final Pattern DIGEST =
            Pattern.compile("(?i)(?:^|.*,\\s*)sha-256=:?([A-Za-z0-9+/]{43}=):?(?:\\s*,.*|$)");

    private Checksums() {
    }

    /** Lower-case hex; null where nothing is promised. */
    static String promised(String hex, String digest) {
        if (hex != null) {
            String lower = hex.strip().toLowerCase(Locale.ROOT);
            if (!lower.matches("[0-9a-f]{64}")) {
                throw DiamondException.of(Reason.INVALID_REQUEST, "X-Checksum-Sha256 has 64 hexadecimal digits");
            }
            return lower;
        }
        Matcher m = digest == null ? null : DIGEST.matcher(digest.strip());
        if (m == null) {
            return null;
        }
        if (!m.matches()) {
            throw DiamondException.of(Reason.INVALID_REQUEST, "a digest is written sha-256=BASE64");
        }
        try {
            return HexFormat.of().formatHex(Base64.getDecoder().decode(m.group(1)));
        } catch (IllegalArgumentException e) {
            throw new DiamondException(Problem.of(Reason.INVALID_REQUEST, "the digest is not base64"), e);
        }
    }
}
