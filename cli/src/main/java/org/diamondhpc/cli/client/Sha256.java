package org.diamondhpc.cli.client;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 in lower-case hex, as the catalogue writes it. */
public final class Sha256 {
    private static final int BUFFER = 1 << 17;
    private final MessageDigest digest = digest();

    public static String of(Path file) throws IOException {
        Sha256 sum = new Sha256();
        sum.add(file);
        return sum.hex();
    }

    public static String of(byte[] bytes) {
        return HexFormat.of().formatHex(digest().digest(bytes));
    }

    void add(byte[] buffer, int length) {
        digest.update(buffer, 0, length);
    }

    void add(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] buffer = new byte[BUFFER];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                add(buffer, n);
            }
        }
    }

    String hex() {
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
