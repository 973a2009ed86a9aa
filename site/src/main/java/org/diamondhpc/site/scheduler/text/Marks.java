package org.diamondhpc.site.scheduler.text;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.function.Supplier;

/** Random marks that frame the parts of an answer, see {@link Sections}. */
public final class Marks {
    private static final SecureRandom RANDOM = new SecureRandom();

    private Marks() {
    }

    public static Supplier<String> random() {
        return () -> {
            byte[] bytes = new byte[8];
            RANDOM.nextBytes(bytes);
            return "@" + HexFormat.of().formatHex(bytes);
        };
    }
}
