package org.diamondhpc.cli.transfer;

import java.util.Map;
import java.util.function.Supplier;
import org.diamondhpc.cli.shell.Shell;

/** The commands on transfers by name. */
public final class TransferCommands {
    private TransferCommands() {
    }

    public static Map<String, Supplier<Object>> of(Shell shell) {
        return Map.of("transfer", () -> new TransferCommand(shell), "transfers", () -> new TransfersCommand(shell));
    }
}
