package org.diamondhpc.standalone.process;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * The note about one running process, {@code NAME.process} in the run folder: enough for another supervisor to adopt it,
 * or for {@code down} to end it.
 *
 * @param wave processes of wave 0 end before those of wave 1, on which they depend
 */
public record ProcessRecord(String name, ProcessMark mark, int port, String fingerprint, StopSignal stop, int wave) {
    private static final String SUFFIX = ".process";

    public void write(Path folder) throws IOException {
        String text = "pid=" + mark.pid() + "\nstarted=" + mark.started() + "\nport=" + port + "\nfingerprint=" + fingerprint
                + "\nstop=" + stop + "\nwave=" + wave + "\n";
        replace(folder.resolve(name + SUFFIX), text);
    }

    public void remove(Path folder) throws IOException {
        Files.deleteIfExists(folder.resolve(name + SUFFIX));
    }

    /** The note of this name, whether or not its process still lives; empty if there is none or it cannot be read. */
    public static Optional<ProcessRecord> read(Path folder, String name) {
        try {
            Properties values = new Properties();
            values.load(new StringReader(Files.readString(folder.resolve(name + SUFFIX))));
            ProcessMark mark = new ProcessMark(Long.parseLong(values.getProperty("pid")), values.getProperty("started"));
            return Optional.of(new ProcessRecord(name, mark, Integer.parseInt(values.getProperty("port")),
                    values.getProperty("fingerprint"), StopSignal.valueOf(values.getProperty("stop")),
                    Integer.parseInt(values.getProperty("wave"))));
        } catch (IOException | IllegalArgumentException | NullPointerException absent) {
            return Optional.empty();
        }
    }

    /** All processes noted in this folder that still live. */
    public static List<ProcessRecord> living(Path folder) throws IOException {
        List<ProcessRecord> found = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.sorted().toList()) {
                    String name = file.getFileName().toString();
                    if (name.endsWith(SUFFIX)) {
                        read(folder, name.substring(0, name.length() - SUFFIX.length()))
                                .filter(record -> record.mark().alive()).ifPresent(found::add);
                    }
                }
            }
        }
        return found;
    }

    /** Puts a whole new text in a file's place, so that no reader sees half of it. */
    public static void replace(Path file, String text) throws IOException {
        Path fresh = Files.createTempFile(file.getParent(), "." + file.getFileName(), ".new");
        Files.writeString(fresh, text);
        try {
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException plain) {
            Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
