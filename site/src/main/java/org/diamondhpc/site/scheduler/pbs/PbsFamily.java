package org.diamondhpc.site.scheduler.pbs;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.site.scheduler.Options;
import org.diamondhpc.site.scheduler.family.Family;
import org.diamondhpc.site.scheduler.family.Look;
import org.diamondhpc.site.scheduler.family.Reading;
import org.diamondhpc.site.scheduler.family.Script;
import org.diamondhpc.site.scheduler.family.Sight;
import org.diamondhpc.site.scheduler.job.Asked;
import org.diamondhpc.site.scheduler.script.ScriptReader;
import org.diamondhpc.site.scheduler.text.Sections.Section;

/** OpenPBS and PBS Professional. */
public final class PbsFamily implements Family {
    private static final Pattern JOB = Pattern.compile("\\d{1,12}(\\[])?");

    @Override
    public String name() {
        return "pbs";
    }

    /** Slurm has programs of these names as well; only PBS tells this version. */
    @Override
    public String presence() {
        return "command -v pbsnodes >/dev/null && qstat --version 2>&1 | grep '^pbs_version'";
    }

    @Override
    public Options options() {
        return Options.common().with("charge", "account|project", "account (-A) or project (-P)")
                .with("gpuType", "[A-Za-z_][A-Za-z0-9_]*", "the resource that names a GPU model");
    }

    @Override
    public Pattern jobId() {
        return JOB;
    }

    @Override
    public SiteSnapshot look(Look look) {
        return new Snapshots(look, look.mark()).snapshot();
    }

    @Override
    public Script translate(Asked asked) {
        return new Directives(asked).script();
    }

    @Override
    public Problem refusal(int rc, String said) {
        return PbsMessages.refusal(rc, said);
    }

    @Override
    public Optional<Problem> undone(String act, Section said) {
        return PbsMessages.undone(act, said);
    }

    @Override
    public Reading queue(Section section, String mark) {
        return section.ok() ? Reading.of(sights(section.text(), mark))
                : Reading.down(PbsMessages.display(section.said()));
    }

    @Override
    public Reading accounting(Section section, String mark) {
        if (section.text().strip().equals("history off")) {
            return Reading.off("the server keeps no history");
        }
        return section.ok() ? Reading.of(sights(section.text(), mark)) : Reading.down(PbsMessages.display(section.said()));
    }

    static List<Sight> sights(String text, String mark) {
        List<PbsJob> jobs = Records.parse(text, mark).stream().map(PbsJob::new).toList();
        Set<String> split = jobs.stream().filter(PbsJob::element).flatMap(j -> j.base().stream())
                .collect(Collectors.toSet());
        // An array that is over says how the worst of it ended; its elements' own rows say more.
        return jobs.stream().filter(j -> j.element() || !j.ended() || j.base().filter(split::contains).isEmpty())
                .flatMap(j -> j.sight().stream()).toList();
    }

    @Override
    public ScriptReader scripts() {
        return new QsubReader();
    }

    @Override
    public String explain(String reason) {
        return PbsReasons.explain(reason);
    }
}
