package org.diamondhpc.bench.simulator;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Where workload traces lie on this machine: {@code DIAMOND_TRACES}, else {@code shared/traces} beside the checkout. */
public record TraceFolder(Path folder) {
    public static TraceFolder of(Path checkout) {
        return new TraceFolder(Optional.ofNullable(System.getenv("DIAMOND_TRACES")).map(Path::of)
                .orElse(checkout.resolve("..").resolve("shared").resolve("traces").normalize()));
    }

    /** @return absent where the trace is not there */
    public Optional<Path> find(String name) {
        return Optional.of(folder.resolve(name)).filter(Files::isReadable);
    }
}
