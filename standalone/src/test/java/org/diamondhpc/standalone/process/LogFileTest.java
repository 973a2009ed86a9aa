package org.diamondhpc.standalone.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogFileTest {
    @TempDir
    private Path folder;

    @Test
    void aFullLogIsTurnedOverUnderItsWriter() throws Exception {
        Path path = folder.resolve("a.log");
        try (OutputStream writer = Files.newOutputStream(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            writer.write("before\n".getBytes(StandardCharsets.UTF_8));

            new LogFile(path, 7).rotateIfFull();

            writer.write("after\n".getBytes(StandardCharsets.UTF_8));
        }
        assertThat(folder.resolve("a.log.1")).hasContent("before\n");
        assertThat(path).hasContent("after\n");
    }

    @Test
    void aLogBelowItsLimitStays() throws Exception {
        Path path = Files.writeString(folder.resolve("a.log"), "one\ntwo\nthree\n");

        new LogFile(path, 100).rotateIfFull();

        assertThat(new LogFile(path, 100).tail(2)).containsExactly("two", "three");
    }
}
