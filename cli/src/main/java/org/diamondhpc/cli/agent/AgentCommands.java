package org.diamondhpc.cli.agent;

import java.util.Map;
import java.util.function.Supplier;
import org.diamondhpc.cli.shell.Shell;

/** The commands on the hosted agent by name. */
public final class AgentCommands {
    private AgentCommands() {
    }

    public static Map<String, Supplier<Object>> of(Shell shell) {
        return Map.of("agent", () -> new AgentCommand(shell));
    }
}
