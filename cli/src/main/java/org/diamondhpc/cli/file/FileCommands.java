package org.diamondhpc.cli.file;

import java.util.Map;
import java.util.function.Supplier;
import org.diamondhpc.cli.shell.Shell;

/** The commands on workspace files by name. */
public final class FileCommands {
    private FileCommands() {
    }

    public static Map<String, Supplier<Object>> of(Shell shell) {
        return Map.of("files", () -> new FilesCommand(shell));
    }
}
