package org.diamondhpc.globus.simulator.move;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import org.diamondhpc.globus.simulator.task.Ended;
import org.diamondhpc.globus.simulator.task.Task;

/** Checksums by Globus's names of algorithms, as lower-case hexadecimal digits. */
final class Checksum {
    private static final int BUFFER = 256 << 10;

    private Checksum() { }

    static MessageDigest digest(String algorithm) {
        String name = algorithm.toUpperCase(Locale.ROOT);
        try {
            return MessageDigest.getInstance(name.startsWith("SHA") && !name.contains("-") ? "SHA-" + name.substring(3)
                    : name);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    static String of(FileChannel file, String algorithm, Task task) throws IOException, Ended {
        MessageDigest digest = digest(algorithm);
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
        while (file.read(buffer) >= 0) {
            task.checkpoint();
            digest.update(buffer.flip());
            buffer.clear();
        }
        return hex(digest);
    }

    static String hex(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }
}
