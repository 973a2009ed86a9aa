package org.diamondhpc.transfer.work;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.diamondhpc.site.session.RemoteCommand;

/** The sh programs that run at sites; each file says in its first lines what it takes and prints. */
enum Program {
    CHECKSUM, CLEAN, COLLECT, HOLLOW, INSPECT, LAND, LOCAL, LOCALTREE, PACK, READ, READY, REMOVE, RESOLVE, RETIRE, RETRACT, RSYNC, SEAL,
    SUMS, TREE, UNPACK;

    /** Time for a program that reads or writes as many bytes as there are. */
    static final Duration LONG = Duration.ofHours(12);

    private final String text = load(name().toLowerCase(java.util.Locale.ROOT) + ".sh");

    RemoteCommand with(String... args) {
        return RemoteCommand.of(text, args);
    }

    RemoteCommand with(List<String> args) {
        return RemoteCommand.of(text).withArgs(args);
    }

    private static String load(String file) {
        try (InputStream in = Program.class.getResourceAsStream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
