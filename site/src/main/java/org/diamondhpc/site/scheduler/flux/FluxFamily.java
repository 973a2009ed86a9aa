package org.diamondhpc.site.scheduler.flux;

import java.util.Optional;
import java.util.regex.Pattern;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.site.scheduler.Options;
import org.diamondhpc.site.scheduler.family.Family;
import org.diamondhpc.site.scheduler.family.Look;
import org.diamondhpc.site.scheduler.family.Reading;
import org.diamondhpc.site.scheduler.family.Script;
import org.diamondhpc.site.scheduler.job.Asked;
import org.diamondhpc.site.scheduler.script.ScriptReader;
import org.diamondhpc.site.scheduler.text.Sections.Section;

/** Flux. */
public final class FluxFamily implements Family {
    private static final Pattern JOB = Pattern.compile("\\d{1,20}");

    @Override
    public String name() {
        return "flux";
    }

    /** Where only the commands are installed no instance answers. */
    @Override
    public String presence() {
        return "command -v flux >/dev/null && flux uptime >/dev/null 2>&1 && flux version | head -n 1 | tr -s '[:blank:]' ' '";
    }

    @Override
    public Options options() {
        return Options.common().with("gpuType", "property", "property, where GPU models are properties of nodes");
    }

    @Override
    public Pattern jobId() {
        return JOB;
    }

    @Override
    public SiteSnapshot look(Look look) {
        return new Snapshots(look).snapshot();
    }

    @Override
    public Script translate(Asked asked) {
        return new Directives(asked).script();
    }

    @Override
    public Problem refusal(int rc, String said) {
        return FluxMessages.refusal(rc, said);
    }

    @Override
    public Optional<Problem> undone(String act, Section said) {
        return FluxMessages.undone(act, said);
    }

    @Override
    public Reading queue(Section section, String mark) {
        return section.ok() ? Reading.of(FluxJobs.sights(section.text()))
                : Reading.down(FluxMessages.display(section.said()));
    }

    @Override
    public Reading accounting(Section section, String mark) {
        if (section.text().strip().equals("purged")) {
            return Reading.off("what the instance has purged it does not know any more");
        }
        return queue(section, mark);
    }

    @Override
    public ScriptReader scripts() {
        return new BatchReader();
    }

    @Override
    public String explain(String reason) {
        return switch (reason) {
            case "JobHeldUser" -> "held by its owner; `release` lets it go";
            case "Dependency" -> "waits for a job it depends on";
            case "BeginTime" -> "may not start before its begin time";
            case "Queued" -> "waits for its turn; Flux gives no cause";
            default -> "the scheduler says: " + reason;
        };
    }
}
