package org.diamondhpc.site.scheduler;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.scheduler.fork.ForkDialect;
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
        return new Dialects(List.of(new SlurmDialect(marks), new ForkDialect(marks)));
    }

    /** In the order in which a new site is asked for them. */
    public List<Dialect> all() {
        return all;
    }

    public Optional<Dialect> find(String family) {
        return all.stream().filter(d -> d.family().equals(family)).findFirst();
    }

    /** @throws DiamondException SITE_MISCONFIGURED where there is no such family */
    public Dialect of(String family) {
        return find(family).orElseThrow(() -> DiamondException.of(Reason.SITE_MISCONFIGURED,
                "no scheduler family '%s'; there are %s".formatted(family,
                        String.join(", ", all.stream().map(Dialect::family).toList()))));
    }
}
