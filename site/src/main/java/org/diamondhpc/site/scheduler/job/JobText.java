package org.diamondhpc.site.scheduler.job;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.spec.Resources;
import org.diamondhpc.schemas.spec.TaskSpec;
import org.diamondhpc.schemas.task.AttemptLayout;
import org.diamondhpc.schemas.task.Hedge;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.scheduler.JobScript;
import org.diamondhpc.site.scheduler.text.Program;
import org.diamondhpc.site.session.ShellWord;

/**
 * Writes {@code job.sh}: the family's directives and preamble, the user's environment and command as quoted words, and
 * the constant wrapper.
 */
public final class JobText {
    private static final String WRAPPER = Program.of(JobText.class, "wrapper.sh");

    private final AttemptId attempt;
    private final TaskSpec spec;
    private final AttemptLayout layout;
    private final SiteProfile profile;
    private final Violations violations;
    private List<String> reserved = List.of();
    private Hedge hedge;

    public JobText(AttemptId attempt, TaskSpec spec, AttemptLayout layout, SiteProfile profile,
            Violations violations) {
        this.attempt = attempt;
        this.spec = spec;
        this.layout = layout;
        this.profile = profile;
        this.violations = violations;
    }

    /** @param prefixes beginnings of variables' names that the scheduler sets itself and no task may */
    public JobText reserving(List<String> prefixes) {
        reserved = List.copyOf(prefixes);
        return this;
    }

    /** @param one of several attempts at once, whose job waits before its work; null: it does not */
    public JobText hedged(Hedge one) {
        hedge = one;
        return this;
    }

    /**
     * @param directives lines for the scheduler, made of checked tokens only
     * @param preamble the family's own sh text that sets D_JOB, D_INDEX, D_NODES and D_RESTARTS
     * @param launcher how parallel programs start where the profile does not say
     */
    public JobScript write(List<String> directives, String preamble, String launcher) {
        UserWork work = new UserWork(spec, layout, profile, reserved, violations);
        Map<String, String> files = new LinkedHashMap<>();
        files.put(AttemptLayout.JOB_SCRIPT, String.join("\n", interpreter(), lines(directives)
                + variables(), preamble, body(work, launcher), WRAPPER));
        files.putAll(work.files());
        return new JobScript(files);
    }

    /** Module systems know bash best; anything else is plain sh. */
    private String interpreter() {
        return spec.modules().isEmpty() ? "#!/bin/sh" : "#!/bin/bash";
    }

    private static String lines(List<String> directives) {
        return directives.stream().map(d -> d + "\n").collect(Collectors.joining());
    }

    private String variables() {
        String globs = spec.array() != null ? "" : spec.outputs().stream()
                .map(o -> OutputGlob.toExtendedRegex(o.glob())).collect(Collectors.joining("\n"));
        return "D_ATTEMPT=" + ShellWord.quote(attempt.toString())
                + "\nD_DIR=" + ShellWord.quote(layout.directory())
                + "\nD_HINTS=" + ShellWord.quote(AttemptLayout.hints(root(layout)))
                + "\nD_GLOBS=" + ShellWord.quote(globs)
                + (hedge == null ? "" : "\nD_PATIENCE=" + Math.max(1, hedge.patience().toSeconds()));
    }

    private String body(UserWork work, String launcher) {
        return """
                d_work() {
                  cd "$D_DIR/work" || { echo "diamond: no working directory $D_DIR/work" >&2; exit 72; }
                  export DIAMOND_ATTEMPT="$D_ATTEMPT" DIAMOND_ATTEMPT_DIR="$D_DIR"
                  [ -z "$D_INDEX" ] || export DIAMOND_ARRAY_INDEX="$D_INDEX"
                %s}
                """.formatted(withoutReturns(work.modules() + work.environment() + "  exec " + command(launcher) + "\n"));
    }

    /**
     * A carriage return stands only in quoted words. Slurm refuses a script with one before a line's end, so the
     * function's own parameter, which no variable of the user's can change, stands for it.
     */
    private static String withoutReturns(String lines) {
        return lines.indexOf('\r') < 0 ? lines
                : "  set -- \"$(printf '\\r')\"\n" + lines.replace("\r", "'\"$1\"'");
    }

    private String command(String launcher) {
        String run = ShellWord.quote(layout.path(AttemptLayout.USER_SCRIPT));
        Resources r = spec.resources();
        String template = profile.launcher().orElse(launcher);
        if (spec.script() != null) {
            return spec.container() != null || spec.arguments().isEmpty() ? run
                    : run + " " + UserWork.words(spec.arguments());
        }
        if (r.totalProcesses() <= 1 || template.isBlank()) {
            return run;
        }
        List<String> words = List.of(template.replace("{processes}", String.valueOf(r.totalProcesses()))
                .replace("{nodes}", String.valueOf(r.nodes()))
                .replace("{processesPerNode}", String.valueOf(r.processesPerNode()))
                .replace("{coresPerProcess}", String.valueOf(r.coresPerProcess())).strip().split("\\s+"));
        return UserWork.words(words) + " " + run;
    }

    /** The storage root an attempt's directory lies under. */
    public static String root(AttemptLayout layout) {
        String directory = layout.directory();
        int end = directory.lastIndexOf("/attempts/");
        if (end < 0) {
            throw new IllegalArgumentException("an attempt lies under ROOT/attempts");
        }
        return directory.substring(0, end);
    }
}
