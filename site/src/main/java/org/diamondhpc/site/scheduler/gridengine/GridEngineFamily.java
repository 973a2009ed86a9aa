package org.diamondhpc.site.scheduler.gridengine;

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

/** Grid Engine. */
public final class GridEngineFamily implements Family {
    private static final Pattern JOB = Pattern.compile("\\d{1,12}");
    private static final String COMPLEX = "[A-Za-z_][A-Za-z0-9_.-]*";

    @Override
    public String name() {
        return "gridengine";
    }

    /** The first line of the help is the version. */
    @Override
    public String presence() {
        return "command -v qconf >/dev/null && qconf -help 2>/dev/null | head -n 1 | grep GE";
    }

    @Override
    public Options options() {
        return Options.common().with("pe", COMPLEX, "the parallel environment for one node")
                .with("nodesPe", "[A-Za-z0-9_.-]*(\\{slots})?[A-Za-z0-9_.-]*",
                        "a parallel environment with a fixed number of slots on each node; {slots} stands for the number")
                .with("memory", COMPLEX, "the complex that requests memory for each slot")
                .with("gpu", COMPLEX, "the complex that requests GPUs")
                .with("gpuPer", "slot|job", "slot or job: what the GPU complex counts for")
                .with("gpuType", COMPLEX, "the complex that names a GPU model")
                .with("exclusive", COMPLEX, "the complex that requests whole nodes");
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
        return GridEngineMessages.refusal(rc, said);
    }

    @Override
    public Optional<Problem> undone(String act, Section said) {
        return GridEngineMessages.undone(act, said);
    }

    @Override
    public Reading queue(Section section, String mark) {
        return section.ok() ? Reading.of(QstatQueue.parse(section.text()))
                : Reading.down(GridEngineMessages.display(section.said()));
    }

    /** A file that is not there yet, and ids it does not know, are an answer too: nothing has ended. */
    @Override
    public Reading accounting(Section section, String mark) {
        String text = section.text();
        boolean nothing = text.contains("not found") || text.contains("no jobs running since startup");
        return section.ok() || nothing ? Reading.of(QacctRecords.parse(text))
                : Reading.down(GridEngineMessages.display(section.said()));
    }

    @Override
    public ScriptReader scripts() {
        return new QsubReader();
    }

    @Override
    public String explain(String reason) {
        return switch (reason) {
            case "JobHeldUser" -> "held by its owner; `release` lets it go";
            case "Dependency" -> "waits for a job it depends on";
            case "Queued" -> "waits for its turn; Grid Engine gives no cause";
            default -> reason.startsWith("JobInError: ") ? "a node could not start it, and it waits until the site clears "
                    + "the error: " + reason.substring("JobInError: ".length()) : "the scheduler says: " + reason;
        };
    }
}
