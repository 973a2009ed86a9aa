package org.diamondhpc.site.scheduler.job;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Many small files as one tar stream (POSIX ustar), so that one process at the site writes them all. Names are relative
 * and made of ids, hence short.
 */
public final class Bundle {
    private static final int BLOCK = 512;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream(16 << 10);

    public void folder(String name) {
        header(name + "/", 0, 0700, '5');
    }

    /** An executable file that only the account may read. */
    public void file(String name, byte[] content) {
        header(name, content.length, 0700, '0');
        out.writeBytes(content);
        out.writeBytes(new byte[(BLOCK - content.length % BLOCK) % BLOCK]);
    }

    public byte[] bytes() {
        ByteArrayOutputStream whole = new ByteArrayOutputStream(out.size() + 2 * BLOCK);
        whole.writeBytes(out.toByteArray());
        whole.writeBytes(new byte[2 * BLOCK]);
        return whole.toByteArray();
    }

    private void header(String name, int size, int mode, char type) {
        byte[] block = new byte[BLOCK];
        byte[] path = name.getBytes(StandardCharsets.UTF_8);
        if (path.length > 100) {
            throw new IllegalArgumentException("a bundled file's name has at most 100 bytes");
        }
        System.arraycopy(path, 0, block, 0, path.length);
        put(block, 100, "%07o".formatted(mode));
        put(block, 108, "0000000");
        put(block, 116, "0000000");
        put(block, 124, "%011o".formatted(size));
        put(block, 136, "%011o".formatted(0));
        Arrays.fill(block, 148, 156, (byte) ' ');
        block[156] = (byte) type;
        put(block, 257, "ustar\00000");
        int sum = 0;
        for (byte b : block) {
            sum += b & 0xFF;
        }
        put(block, 148, "%06o\0 ".formatted(sum));
        out.writeBytes(block);
    }

    private static void put(byte[] block, int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(bytes, 0, block, at, bytes.length);
    }
}
