package org.diamondhpc.cli.shell;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongConsumer;
import org.diamondhpc.cli.client.ApiException;
import org.diamondhpc.cli.client.Sha256;
import org.diamondhpc.cli.client.WorkspacePath;
import org.diamondhpc.cli.terminal.Humane;
import org.diamondhpc.cli.terminal.Style;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.reason.Reason;

/** Brings files into one folder and says so; nothing is ever written outside it. */
public final class Fetching {
    private final Shell shell;
    private final Path folder;

    public Fetching(Shell shell, Path folder) {
        this.shell = shell;
        this.folder = folder.toAbsolutePath().normalize();
    }

    /** @param sha256 null: what the gateway says it is */
    public ObjectNode fetch(WorkspacePath file, String relative, long size, String sha256) throws IOException {
        Path target = folder.resolve(relative).normalize();
        if (!target.startsWith(folder) || target.equals(folder)) {
            throw ApiException.of(Reason.INVALID_PATH, Style.harmless(relative) + " leads out of the folder");
        }
        boolean there = sha256 != null && Files.isRegularFile(target) && Files.size(target) == size
                && Sha256.of(target).equals(sha256);
        String found = there ? sha256 : shell.client().files().get(file, target, sha256, progress(relative, size));
        shell.say("\r".repeat(shell.terminal().live() ? 1 : 0) + target + "  " + Humane.size(size) + "  sha256 "
                + found.substring(0, 16) + (there ? "… is here already" : "… verified"));
        if (shell.quiet()) {
            shell.result(target.toString());
        }
        return DiamondJson.json().createObjectNode().put("path", target.toString()).put("from", file.toString())
                .put("size", size).put("sha256", found);
    }

    private LongConsumer progress(String name, long size) {
        boolean shown = shell.terminal().live() && !shell.json() && !shell.quiet();
        return here -> {
            if (shown && size > 0) {
                shell.terminal().out().print("\r" + Style.harmless(name) + "  " + here * 100 / size + " %\u001b[K");
                shell.terminal().out().flush();
            }
        };
    }
}
