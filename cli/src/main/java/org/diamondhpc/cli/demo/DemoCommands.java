package org.diamondhpc.cli.demo;

import java.util.Map;
import java.util.function.Supplier;
import org.diamondhpc.cli.shell.Shell;

/** The guided run by name. */
public final class DemoCommands {
    private DemoCommands() {
    }

    public static Map<String, Supplier<Object>> of(Shell shell) {
        return Map.of("demo", () -> new DemoCommand(shell));
    }
}
