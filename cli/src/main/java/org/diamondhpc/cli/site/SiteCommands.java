package org.diamondhpc.cli.site;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.diamondhpc.cli.shell.Shell;

/** The commands on sites by name. */
public final class SiteCommands {
    private SiteCommands() {
    }

    public static Map<String, Supplier<Object>> of(Shell shell) {
        Map<String, Supplier<Object>> all = new LinkedHashMap<>();
        all.put("sites", () -> new SitesCommand(shell));
        all.put("predictions", () -> new PredictionsCommand(shell));
        all.put("site", () -> new SiteCommand(shell));
        all.put("login", () -> new LoginCommand(shell));
        all.put("ls", () -> new LsCommand(shell));
        all.put("cat", () -> new CatCommand(shell));
        all.put("tail", () -> new TailCommand(shell));
        all.put("stat", () -> new StatCommand(shell));
        all.put("mkdir", () -> new MkdirCommand(shell));
        all.put("mv", () -> new MvCommand(shell));
        all.put("rm", () -> new RmCommand(shell));
        return all;
    }
}
