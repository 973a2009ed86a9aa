package org.diamondhpc.bench;

import java.nio.file.Path;
import java.util.function.Consumer;
import org.diamondhpc.bench.report.RawRows;

/**
 * What a benchmark is given.
 *
 * @param checkout the built source tree
 * @param home the state folder of the running instance; holds {@code bench/}, where the raw rows go
 * @param raw the raw rows of this run
 * @param progress one line for whoever waits
 */
public record Run(Path checkout, Path home, Options options, RawRows raw, Consumer<String> progress) {
    public void say(String line) {
        progress.accept(line);
    }
}
