package org.diamondhpc.bench.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Everything that was measured, as tab-separated tables in the run's own folder {@code bench/NAME-TIME}. */
public final class RawRows {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    private final Path folder;

    private RawRows(Path folder) {
        this.folder = folder;
    }

    public static RawRows in(Path home, String name, Clock clock) throws IOException {
        return new RawRows(Files.createDirectories(
                home.resolve("bench").resolve(name + "-" + TIME.format(clock.instant()))));
    }

    public Path folder() {
        return folder;
    }

    /** Replaces the table {@code name}. */
    public void table(String name, List<String> head, List<List<?>> rows) {
        text(name + ".tsv", Stream.concat(Stream.<List<?>>of(head), rows.stream())
                .map(row -> row.stream().map(String::valueOf).collect(Collectors.joining("\t")))
                .collect(Collectors.joining("\n", "", "\n")));
    }

    public void text(String file, String content) {
        try {
            Files.writeString(folder.resolve(file), content, StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
