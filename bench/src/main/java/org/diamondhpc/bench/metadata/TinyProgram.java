package org.diamondhpc.bench.metadata;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The smallest programs of Linux: real ELF files that end with 0 at once, on the machine they are made for and no other. */
enum TinyProgram {
    /** {@code mov $60, %eax; xor %edi, %edi; syscall}. */
    X86_64(62, new byte[] {(byte) 0xb8, 60, 0, 0, 0, 0x31, (byte) 0xff, 0x0f, 0x05}),
    /** {@code mov x8, #93; mov x0, #0; svc #0}. */
    AARCH64(183, new byte[] {(byte) 0xa8, 0x0b, (byte) 0x80, (byte) 0xd2, 0, 0, (byte) 0x80, (byte) 0xd2, 1, 0, 0,
        (byte) 0xd4});

    private static final int HEADER = 64;
    private static final int SEGMENT = 56;
    private static final long BASE = 0x400000;

    private final int machine;
    private final byte[] code;

    TinyProgram(int machine, byte[] code) {
        this.machine = machine;
        this.code = code;
    }

    /** @param tail bytes behind the code, so that programs differ */
    byte[] bytes(byte[] tail) {
        int size = HEADER + SEGMENT + code.length;
        ByteBuffer file = ByteBuffer.allocate(size + tail.length).order(ByteOrder.LITTLE_ENDIAN);
        file.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0});
        file.putShort((short) 2).putShort((short) machine).putInt(1).putLong(BASE + HEADER + SEGMENT).putLong(HEADER)
                .putLong(0).putInt(0).putShort((short) HEADER).putShort((short) SEGMENT).putShort((short) 1)
                .putShort((short) 0).putShort((short) 0).putShort((short) 0);
        file.putInt(1).putInt(5).putLong(0).putLong(BASE).putLong(BASE).putLong(size).putLong(size).putLong(0x1000);
        return file.put(code).put(tail).array();
    }
}
