package org.diamondhpc.site.scheduler.script;

import java.time.Instant;
import java.util.stream.Collectors;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.spec.TaskSpec;
import org.diamondhpc.schemas.task.AttemptLayout;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.scheduler.Dialect;
import org.diamondhpc.site.session.ShellWord;

/** A task as a script that a person hands to a site's scheduler: the directives Diamond would write, and the body. */
public final class PlainScript {
    private static final TenantId NOBODY = new TenantId("nobody");
    private static final TaskId NONE = new TaskId("t-00000000");
    private static final AttemptLayout NOWHERE = new AttemptLayout("/nowhere/attempts/nobody/" + NONE + ".1");

    private PlainScript() {
    }

    /**
     * Writes it. Lines that are about Diamond's own files are left out, so that output goes where the scheduler puts it.
     *
     * @throws org.diamondhpc.schemas.reason.DiamondException INVALID_SPEC with every field the family cannot express
     */
    public static String of(TaskSpec spec, Dialect dialect, SiteProfile profile) {
        TaskOrder order = new TaskOrder(NONE, NOBODY, null, spec, null, 1, null, Instant.EPOCH);
        Placement placement = new Placement(profile.id(), dialect.family(), null, null, null, null, null, null, null, null,
                null, null, Instant.EPOCH);
        String job = dialect.translate(order, placement, NOWHERE, profile).files().get(AttemptLayout.JOB_SCRIPT);
        String directives = job.lines().skip(1).takeWhile(line -> line.startsWith("#"))
                .filter(line -> !line.contains(NOWHERE.directory()) && !line.contains(NONE.value()))
                .map(line -> line + "\n").collect(Collectors.joining());
        return withDirectives(spec, directives);
    }

    private static String withDirectives(TaskSpec spec, String directives) {
        String script = spec.script();
        int first = script.startsWith("#!") ? script.indexOf('\n') + 1 : 0;
        String interpreter = first == 0 ? "#!/bin/bash\n" : script.substring(0, first);
        String environment = spec.environment().entrySet().stream()
                .map(e -> "export " + e.getKey() + "=" + ShellWord.quote(e.getValue()) + "\n").collect(Collectors.joining());
        return interpreter + directives + environment + script.substring(first);
    }
}
