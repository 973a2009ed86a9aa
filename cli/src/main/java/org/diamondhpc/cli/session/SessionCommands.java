package org.diamondhpc.cli.session;

import java.util.Map;
import java.util.function.Supplier;
import org.diamondhpc.cli.shell.Shell;

/** The commands on sessions by name. */
public final class SessionCommands {
    private SessionCommands() {
    }

    public static Map<String, Supplier<Object>> of(Shell shell) {
        return Map.of("sessions", () -> new SessionsCommand(shell), "session", () -> new SessionCommand(shell),
                "webhook", () -> new WebhookCommand(shell));
    }
}
