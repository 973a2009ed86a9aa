package org.diamondhpc.site.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Recorded outputs that no test reads would only look like tests. PBS's and Flux's have tables of their own. */
class NoSampleIsIdleTest {
    private static final Path RESOURCES = Path.of("src/test/resources/hpc");
    private static final List<String> RECORDED = List.of("alpha", "beta", "gamma", "epsilon", "faults");

    @Test
    void eachIsNamedByATest() throws IOException {
        String tests = sources();

        for (String folder : RECORDED) {
            try (Stream<Path> files = Files.list(RESOURCES.resolve(folder))) {
                assertThat(files.map(f -> f.getFileName().toString()).filter(name -> !tests.contains(name)
                        && !tests.contains("\"" + name.replaceFirst("\\.[a-z]+$", "") + "\""))).as(folder).isEmpty();
            }
        }
    }

    private static String sources() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
            return files.filter(f -> f.toString().endsWith(".java")).map(NoSampleIsIdleTest::read).collect(Collectors.joining());
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
