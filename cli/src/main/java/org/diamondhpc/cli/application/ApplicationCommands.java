package org.diamondhpc.cli.application;

import java.util.Map;
import java.util.function.Supplier;
import org.diamondhpc.cli.shell.Shell;

/** The commands on applications by name. */
public final class ApplicationCommands {
    private ApplicationCommands() {
    }

    public static Map<String, Supplier<Object>> of(Shell shell) {
        return Map.of("apps", () -> new AppsCommand(shell));
    }
}
