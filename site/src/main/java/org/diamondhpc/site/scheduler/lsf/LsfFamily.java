package org.diamondhpc.site.scheduler.lsf;

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

/** IBM Spectrum LSF, from its documentation. */
public final class LsfFamily implements Family {
    private static final Pattern JOB = Pattern.compile("\\d{1,12}");

    @Override
    public String name() {
        return "lsf";
    }

    /** It names the product and its version first. */
    @Override
    public String presence() {
        return "command -v lsid >/dev/null && lsid 2>/dev/null | head -n 1 | grep LSF";
    }

    @Override
    public Options options() {
        return Options.common().with("memoryPer", "host|slot", "host or slot: what memory is reserved for");
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
        return LsfMessages.refusal(rc, said);
    }

    @Override
    public Optional<Problem> undone(String act, Section said) {
        return LsfMessages.undone(act, said);
    }

    @Override
    public Reading queue(Section section, String mark) {
        return section.ok() ? Reading.of(BjobsRow.parse(section.text())) : Reading.down(LsfMessages.display(section.said()));
    }

    @Override
    public Reading accounting(Section section, String mark) {
        return Reading.off("LSF keeps ended jobs for its clean period alone");
    }

    @Override
    public ScriptReader scripts() {
        return new BsubReader();
    }

    @Override
    public String explain(String reason) {
        return switch (reason) {
            case "JobHeldUser" -> "held by its owner; `release` lets it go";
            case "Dependency" -> "waits for a job it depends on";
            case "Queued" -> "waits for its turn; LSF gives no cause";
            default -> "the scheduler says: " + reason;
        };
    }
}
