package org.diamondhpc.cli.skill;

import java.util.Map;
import java.util.function.Supplier;
import org.diamondhpc.cli.shell.Shell;

/** The commands on skills by name. */
public final class SkillCommands {
    private SkillCommands() {
    }

    public static Map<String, Supplier<Object>> of(Shell shell) {
        return Map.of("skills", () -> new SkillsCommand(shell));
    }
}
