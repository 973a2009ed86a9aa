package org.diamondhpc.standalone;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;

/** A file that only its owner can read, from its first moment on. */
record PrivateFile(Path path) {
    void write(String text) throws IOException {
        Path fresh = Files.createTempFile(path.getParent(), "." + path.getFileName(), ".new",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(fresh, text);
        Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
    }

    /** The secret kept here; made at random (hexadecimal) when there is none. */
    String secret(SecureRandom random, int bytes) throws IOException {
        if (!Files.exists(path)) {
            byte[] fresh = new byte[bytes];
            random.nextBytes(fresh);
            write(HexFormat.of().formatHex(fresh) + "\n");
        }
        return Files.readString(path).strip();
    }
}
