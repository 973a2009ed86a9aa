package org.diamondhpc.site.scheduler.flux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.diamondhpc.site.scheduler.Samples;
import org.diamondhpc.site.scheduler.family.Sight;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every recorded listing of Flux and what it means, in {@code jobs.csv}; a file without a row fails. */
class FluxSampleTablesTest {
    /** What a snapshot is made of; which the replayed look reads. */
    private static final Set<String> LOOKS = Set.of("drain-resource-list-o", "queue-list-o", "resource-R", "resource-list", "version");

    record Row(String job, String what, String begun, String nodes) {
    }

    static Map<String, List<Row>> rows() {
        return Samples.read("flux/jobs.csv").lines().filter(line -> !line.startsWith("#")).map(line -> line.split(";"))
                .collect(Collectors.groupingBy(f -> f[0], TreeMap::new,
                        Collectors.mapping(f -> new Row(f[1], f[2], f[3], f[4]), Collectors.toList())));
    }

    static Set<String> files() {
        return rows().keySet();
    }

    @ParameterizedTest
    @MethodSource("files")
    void everyJobIsWhatItWas(String file) {
        List<Sight> sights = FluxJobs.sights(Samples.read("flux/" + file + ".out"));

        assertThat(sights.stream().map(FluxSampleTablesTest::told)).containsExactlyElementsOf(rows().get(file).stream()
                .filter(row -> !row.what().equals("nothing")).toList());
    }

    private static Row told(Sight s) {
        String what = switch (s.phase()) {
            case RUNNING -> "runs";
            case REQUEUED -> "requeued";
            case WAITING -> "waits " + s.reason();
            case ENDED -> "ended " + s.ending().end() + (s.ending().signal() != null ? " signal " + s.ending().signal()
                    : s.ending().exitCode() != null ? " " + s.ending().exitCode() : " -");
            case UNKNOWN -> "unknown " + s.word();
        };
        return new Row(s.base(), what, s.times().start() == null ? "-" : String.valueOf(s.times().start().getEpochSecond()),
                s.nodes().isEmpty() ? "-" : String.join(",", s.nodes()));
    }

    @Test
    void noFileIsWithoutARow() throws IOException, URISyntaxException {
        Set<String> told = new TreeSet<>(rows().keySet());
        told.addAll(LOOKS);
        Path folder = Path.of(getClass().getResource("/hpc/flux").toURI());
        try (Stream<Path> all = Files.walk(folder)) {
            assertThat(all.map(f -> folder.relativize(f).toString()).filter(f -> f.endsWith(".out"))
                    .map(f -> f.replaceFirst("\\.out$", ""))).containsExactlyInAnyOrderElementsOf(told);
        }
    }
}
