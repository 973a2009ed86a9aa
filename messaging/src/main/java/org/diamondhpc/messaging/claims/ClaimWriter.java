package org.diamondhpc.messaging.claims;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import org.diamondhpc.messaging.ClaimRef;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;

/** Copies one claim, counting and digesting on the way, and tells a bad source from a full store. */
final class ClaimWriter {
    private static final int BUFFER = 1 << 16;
    private final WritableByteChannel channel;
    private final long maxSize;
    private final long left;
    private final MessageDigest digest = sha256();
    private long size;

    ClaimWriter(WritableByteChannel channel, long maxSize, long left) {
        this.channel = channel;
        this.maxSize = maxSize;
        this.left = left;
    }

    ClaimRef copy(InputStream content) throws IOException {
        byte[] buffer = new byte[BUFFER];
        for (int read = content.read(buffer); read >= 0; read = content.read(buffer)) {
            size += read;
            check();
            digest.update(buffer, 0, read);
            write(ByteBuffer.wrap(buffer, 0, read));
        }
        return new ClaimRef(HexFormat.of().formatHex(digest.digest()), size);
    }

    private void check() {
        if (size > maxSize) {
            throw DiamondException.of(Reason.INVALID_TOO_LARGE, "more than " + maxSize + " bytes");
        }
        if (size > left) {
            throw DiamondException.of(Reason.TRANSFER_STORE_FULL, "the quota of the claim store is used up");
        }
    }

    private void write(ByteBuffer bytes) {
        try {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } catch (IOException e) {
            throw storeTrouble(e);
        }
    }

    /** The messages of ENOSPC and EDQUOT in glibc; Java has no code for them. */
    static DiamondException storeTrouble(IOException e) {
        String message = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
        boolean full = message.contains("no space left") || message.contains("quota exceeded");
        return new DiamondException(Problem.of(full ? Reason.TRANSFER_STORE_FULL : Reason.INTERNAL_UNAVAILABLE,
                "the claim store cannot be written: " + (full ? "disk full" : e.getClass().getSimpleName())), e);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
