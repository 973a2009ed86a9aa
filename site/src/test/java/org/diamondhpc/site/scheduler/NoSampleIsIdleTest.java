package org.diamondhpc.site.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Recorded outputs that no test reads would only look like tests: all that was ever recorded ({@code recorded.txt}) has a
 * row that tells its meaning, or a reason why no dialect asks for it.
 */
class NoSampleIsIdleTest {
    private static final Path RESOURCES = Path.of("src/test/resources/hpc");
    private static final List<String> LISTS = List.of("messages.txt", "jobs.csv");

    /** @param fault the command failed, or wrote an error */
    private record Recorded(String name, boolean fault) {
        /** As tables name it: one folder deep, and without the extension of plain text. */
        String key() {
            int slash = name.indexOf('/');
            return (name.substring(0, slash + 1) + name.substring(slash + 1).replace('/', '-')).replaceFirst("\\.txt$", "");
        }

        boolean is(PathMatcher pattern) {
            return pattern.matches(Path.of(key())) || pattern.matches(Path.of(key().replaceFirst("^(alpha|beta|gamma)/", "slurm/")));
        }
    }

    private static List<Recorded> recorded() {
        return lines("recorded.txt").map(l -> new Recorded(l.replaceFirst(" fault$", ""), l.endsWith(" fault"))).toList();
    }

    private static Stream<String> lines(String file) {
        return Samples.read(file).lines().filter(l -> !l.startsWith("#"));
    }

    /** Pattern and what stands behind it. */
    private static Map<PathMatcher, String> patterns(String file) {
        Map<PathMatcher, String> all = new LinkedHashMap<>();
        lines(file).map(l -> l.split("; ", 2)).forEach(f ->
                all.put(FileSystems.getDefault().getPathMatcher("glob:" + f[0]), f[1]));
        return all;
    }

    /** Names in the tables of jobs and of messages. */
    private static Set<String> tabled() {
        Set<String> all = new TreeSet<>();
        for (String family : List.of("pbs", "flux", "slurm", "epsilon")) {
            String folder = family.equals("slurm") ? "" : family + "/";
            SampleTable.rows(family + "/jobs.csv").keySet().forEach(f -> all.add(new Recorded(folder
                    + f.replaceFirst(" .*", ""), false).key()));
        }
        for (String family : List.of("pbs", "flux")) {
            RecordedMessage.of(family).stream().filter(m -> !m.name().startsWith("lost-"))
                    .forEach(m -> all.add(family + "/" + m.name()));
        }
        return all;
    }

    @Test
    void allThatWasRecordedIsToldOrExcused() {
        Set<String> tabled = tabled();
        Set<PathMatcher> tables = patterns("tables.txt").keySet();
        Map<Boolean, Set<PathMatcher>> excuses = Map.of(true, patterns("unasked-faults.txt").keySet(),
                false, patterns("unasked.txt").keySet());

        assertThat(recorded().stream().filter(r -> !tabled.contains(r.key()) && tables.stream().noneMatch(r::is)
                && excuses.get(r.fault()).stream().noneMatch(r::is))).isEmpty();
    }

    @Test
    void nothingIsToldOrExcusedThatIsNotThere() throws IOException {
        Set<String> there = new TreeSet<>(files());
        recorded().forEach(r -> there.add(r.key()));
        assertThat(tabled()).isSubsetOf(there);

        List<Recorded> all = there.stream().map(name -> new Recorded(name, false)).toList();
        for (String file : List.of("tables.txt", "unasked.txt", "unasked-faults.txt")) {
            assertThat(patterns(file).entrySet().stream().filter(p -> all.stream().noneMatch(r -> r.is(p.getKey())))
                    .map(Map.Entry::getValue)).as(file).isEmpty();
        }
    }

    /** What lies here has a table of its own; a folder's tables and messages do not count. */
    @Test
    void everyFileIsReadByATableThatTellsItsMeaning() throws IOException {
        Set<String> tabled = tabled();
        Set<PathMatcher> tables = patterns("tables.txt").keySet();

        assertThat(files().stream().map(name -> new Recorded(name, false)).filter(r -> !tabled.contains(r.key())
                && tables.stream().noneMatch(r::is))).isEmpty();
    }

    @Test
    void everyTableOfATestNamesItsFiles() throws IOException {
        for (String line : lines("tables.txt").toList()) {
            String[] f = line.split("; ", 2);
            String source = source(f[1]);
            List<String> names = List.of(f[0].replaceFirst("^.*/", "").replaceAll("[{}]", "").split(","));
            assertThat(names).as(f[1]).allMatch(source::contains);
        }
    }

    private static String source(String test) throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
            return Files.readString(files.filter(f -> f.endsWith(test + ".java")).findFirst().orElseThrow());
        }
    }

    private static Set<String> files() throws IOException {
        List<String> all = new ArrayList<>();
        try (Stream<Path> files = Files.walk(RESOURCES, 3)) {
            files.filter(f -> Files.isRegularFile(f) && f.getNameCount() > RESOURCES.getNameCount() + 1
                    && !LISTS.contains(f.getFileName().toString())).forEach(f -> all.add(RESOURCES.relativize(f).toString()));
        }
        return all.stream().map(name -> new Recorded(name.replaceFirst("\\.out$", ""), false).key()).collect(Collectors.toSet());
    }
}
