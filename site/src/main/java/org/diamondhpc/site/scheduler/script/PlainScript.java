package org.diamondhpc.site.scheduler.script;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.request.ScriptNote;
import org.diamondhpc.schemas.spec.TaskSpec;
import org.diamondhpc.schemas.task.AttemptLayout;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.scheduler.Dialect;
import org.diamondhpc.site.scheduler.job.Asked;
import org.diamondhpc.site.scheduler.job.Violations;
import org.diamondhpc.site.session.ShellWord;

/**
 * A task as a script that a person hands to a site's scheduler.
 *
 * @param text the script
 * @param notes what it says otherwise, placed by the path of the task's field; a field that no note names comes back the
 *     same when the script is read again
 */
public record PlainScript(String text, List<ScriptNote> notes) {
    private static final TenantId NOBODY = new TenantId("nobody");
    private static final TaskId NONE = new TaskId("t-00000000");
    private static final AttemptLayout NOWHERE = new AttemptLayout("/nowhere/attempts/nobody/" + NONE + ".1");

    public PlainScript {
        notes = List.copyOf(notes);
    }

    /**
     * Writes it. Output goes where the scheduler puts it.
     *
     * @param spec has a script
     * @throws org.diamondhpc.schemas.reason.DiamondException INVALID_SPEC with every field the family cannot express
     */
    public static PlainScript of(TaskSpec spec, Dialect dialect, SiteProfile profile) {
        TaskOrder order = new TaskOrder(NONE, NOBODY, null, spec, null, 1, null, Instant.EPOCH);
        Placement placement = new Placement(profile.id(), dialect.family(), null, null, null, null, null, null, null, null,
                null, null, Instant.EPOCH);
        Violations violations = new Violations();
        List<ScriptNote> notes = new ArrayList<>();
        Asked asked = new Asked(order, placement, NOWHERE, profile, violations, notes);
        String directives = dialect.directives(asked).stream().map(line -> line + "\n").collect(Collectors.joining());
        architecture(asked, spec.constraints().architecture(), profile.labels().get("architecture"));
        String lines = lines(spec, asked, new Body(spec.script().lines().toList()).shell());
        violations.check();
        return new PlainScript(withDirectives(spec.script(), directives, lines), notes.stream().distinct().toList());
    }

    /** It is a matter of choosing the site, and this one is chosen. */
    private static void architecture(Asked asked, String needed, String there) {
        if (needed != null && there != null && !needed.equals(there)) {
            asked.refuse("/constraints/architecture", "the site is " + there);
        } else if (needed != null) {
            asked.says(there == null ? "nothing is known of the site's processors: they must be " + needed
                    : "the site is " + there, "/constraints/architecture");
        }
    }

    /** What directives cannot hold, as lines of the shell. */
    private static String lines(TaskSpec spec, Asked asked, boolean shell) {
        StringBuilder lines = new StringBuilder();
        asked.lines().forEach((line, why) -> {
            lines.append(shell ? line + "\n" : "");
            asked.says(shell ? why : why + "; this script is not the shell's and has to do without", "/script");
        });
        for (Map.Entry<String, String> variable : asked.otherVariables().entrySet()) {
            String pointer = "/environment/" + variable.getKey();
            lines.append("export ").append(variable.getKey()).append('=').append(ShellWord.quote(variable.getValue()))
                    .append('\n');
            inScript(asked, shell, pointer);
        }
        if (!spec.arguments().isEmpty()) {
            lines.append("set -- ").append(spec.arguments().stream().map(ShellWord::quote).collect(Collectors.joining(" ")))
                    .append('\n');
            inScript(asked, shell, "/arguments");
        }
        if (!lines.isEmpty() || !spec.script().startsWith("#!")) {
            asked.says("has got lines for what no directive says", "/script");
        }
        return lines.toString();
    }

    private static void inScript(Asked asked, boolean shell, String pointer) {
        if (shell) {
            asked.says("is set by a line of the script", pointer);
        } else {
            asked.refuse(pointer, "cannot stand in a directive, and nothing can be put before a script that is not the "
                    + "shell's");
        }
    }

    private static String withDirectives(String script, String directives, String lines) {
        int first = script.startsWith("#!") ? script.indexOf('\n') + 1 : 0;
        String interpreter = first == 0 ? "#!/bin/bash\n" : script.substring(0, first);
        return interpreter + directives + lines + script.substring(first);
    }
}
