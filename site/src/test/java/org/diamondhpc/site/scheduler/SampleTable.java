package org.diamondhpc.site.scheduler;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.diamondhpc.site.scheduler.family.Sight;

/** What each job in recorded outputs was, told by hand: {@code file; job; what it is; …}, a row a job. */
public final class SampleTable {
    private SampleTable() {
    }

    /** @param rest in the order of the table's first line */
    public record Row(String job, String what, List<String> rest) {
        public Row(String job, String what, String... rest) {
            this(job, what, List.of(rest));
        }
    }

    /** Rows by file. */
    public static Map<String, List<Row>> rows(String table) {
        return Samples.read(table).lines().filter(line -> !line.startsWith("#")).map(line -> List.of(line.split(";")))
                .collect(Collectors.groupingBy(List::getFirst, TreeMap::new, Collectors.mapping(
                        f -> new Row(f.get(1), f.get(2), f.subList(3, f.size())), Collectors.toList())));
    }

    /** The words of the tables for what a scheduler's row says. */
    public static String what(Sight s) {
        return switch (s.phase()) {
            case RUNNING -> "runs";
            case REQUEUED -> "requeued";
            case WAITING -> "waits " + s.reason();
            case ENDED -> ended(s.ending().end().name(), s.ending().exitCode(), s.ending().signal());
            case UNKNOWN -> "unknown " + s.word();
        };
    }

    public static String ended(String end, Integer code, Integer signal) {
        return "ended " + end + (signal != null ? " signal " + signal : code != null ? " " + code : " -");
    }

    public static String nodes(List<String> nodes) {
        return nodes.isEmpty() ? "-" : String.join(",", nodes);
    }

    /** Names of a folder's outputs, without {@code .out}. */
    public static Set<String> outputs(String folder) {
        try {
            Path root = Path.of(SampleTable.class.getResource("/hpc/" + folder).toURI());
            try (Stream<Path> all = Files.walk(root)) {
                return all.map(f -> root.relativize(f).toString()).filter(f -> f.endsWith(".out"))
                        .map(f -> f.replaceFirst("\\.out$", "")).collect(Collectors.toSet());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
