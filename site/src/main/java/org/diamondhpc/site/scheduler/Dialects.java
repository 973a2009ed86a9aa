package org.diamondhpc.site.scheduler;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.profile.SiteProfile.Scheduler;
import org.diamondhpc.site.scheduler.family.Family;
import org.diamondhpc.site.scheduler.family.FamilyDialect;
import org.diamondhpc.site.scheduler.flux.FluxFamily;
import org.diamondhpc.site.scheduler.fork.ForkDialect;
import org.diamondhpc.site.scheduler.gridengine.GridEngineFamily;
import org.diamondhpc.site.scheduler.lsf.LsfFamily;
import org.diamondhpc.site.scheduler.pbs.PbsFamily;
import org.diamondhpc.site.scheduler.script.ScriptImport;
import org.diamondhpc.site.scheduler.slurm.SlurmDialect;
import org.diamondhpc.site.scheduler.text.Marks;

/** The families there are; a new one is a package and a line here. */
public final class Dialects {
    private final List<Dialect> all;

    private Dialects(List<Dialect> all) {
        this.all = List.copyOf(all);
    }

    public static Dialects standard() {
        return with(Marks.random());
    }

    /** @param marks random marks that frame the parts of an answer, each used once */
    public static Dialects with(Supplier<String> marks) {
        return new Dialects(List.of(
                new SlurmDialect(marks),
                family(new PbsFamily(), marks),
                family(new GridEngineFamily(), marks),
                family(new FluxFamily(), marks),
                family(new LsfFamily(), marks),
                new ForkDialect(marks)));
    }

    private static Dialect family(Family family, Supplier<String> marks) {
        return new FamilyDialect(family, marks);
    }

    /** The family of a machine without a scheduler, whose own cores run the work. */
    public static String workstation() {
        return ForkDialect.FAMILY;
    }

    /** Reads scripts written for any of them. */
    public ScriptImport scripts() {
        return new ScriptImport(all.stream().flatMap(d -> d.scripts().stream()).toList());
    }

    /** In the order in which a new site is asked for them. */
    public List<Dialect> all() {
        return all;
    }

    public Optional<Dialect> find(String family) {
        return all.stream().filter(d -> d.family().equals(family)).findFirst();
    }

    /** What is wrong with a profile's {@code scheduler} mapping, by its fields; empty where all is well. */
    public Map<String, String> problems(Scheduler scheduler) {
        return find(scheduler.family()).map(d -> d.options().problems(scheduler.options()))
                .orElseGet(() -> Map.of("family", "must be one of " + names()));
    }

    private String names() {
        return all.stream().map(Dialect::family).sorted().collect(Collectors.joining(", "));
    }

    /** @throws DiamondException SITE_MISCONFIGURED where there is no such family */
    public Dialect of(String family) {
        return find(family).orElseThrow(() -> DiamondException.of(Reason.SITE_MISCONFIGURED,
                "no scheduler family '%s'; there are %s".formatted(family, names())));
    }
}
