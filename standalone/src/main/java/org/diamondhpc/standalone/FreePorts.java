package org.diamondhpc.standalone;

import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** A stretch of free ports below those that systems give to outgoing connections (from 32768 on Linux). */
final class FreePorts {
    private static final int FROM = 20_000;
    private static final int TO = 32_000;
    private static final int TRIES = 200;

    private FreePorts() {
    }

    static int base(RandomGenerator random) {
        return IntStream.generate(() -> random.nextInt(FROM, TO)).limit(TRIES)
                .filter(base -> IntStream.range(base, base + Port.values().length)
                        .allMatch(port -> new PortHolder(port).free()))
                .findFirst().orElseThrow(() -> new IllegalStateException("no free ports between " + FROM + " and " + TO));
    }
}
