package org.diamondhpc.bench.wake;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.bench.BenchFailed;
import org.diamondhpc.bench.Run;
import org.diamondhpc.bench.ground.Ground;
import org.diamondhpc.bench.ground.Tasks;
import org.diamondhpc.bench.report.Figure;

/** What watching waiting jobs costs a site a minute, with a few of them and with many. */
final class Watching {
    private static final int FEW = 10;
    private static final double MINUTE = 60;
    /** Jobs of a partition with precedence would push the one aside that keeps them waiting. */
    private static final String PARTITION = "batch";
    private static final Duration PATIENCE = Duration.ofMinutes(15);

    private final Ground ground;
    private final String site;
    private final SiteCommands commands;
    private final Run run;

    Watching(Ground ground, String site, SiteCommands commands, Run run) {
        this.ground = ground;
        this.site = site;
        this.commands = commands;
        this.run = run;
    }

    List<Figure> measure(int many) throws InterruptedException {
        ground.clusters().asUser(site, """
                sbatch -p batch -N16 --exclusive -t 120 -J bench-blocker -o /dev/null --wrap 'sleep 7200'
                n=0
                while [ "$(squeue -h -n bench-blocker -o %T)" != RUNNING ] && [ $n -lt 60 ]; do sleep 1; n=$((n+1)); done
                """);
        Tasks.of(ground, site).into(PARTITION).all(FEW, i -> "true\n");
        SiteCommands.Count withFew = counted(FEW);
        Tasks.of(ground, site).into(PARTITION).all(many - FEW, i -> "true\n");
        SiteCommands.Count withMany = counted(many);
        run.raw().text("sshd.log", commands.log());
        ground.clusters().asUser(site, "scancel -u \"$USER\"\n");
        return figures(many, withFew, withMany);
    }

    private List<Figure> figures(int many, SiteCommands.Count withFew, SiteCommands.Count withMany) {
        double minutes = run.options().number("window", 90) / MINUTE;
        double few = withFew.commands() / minutes;
        double lots = withMany.commands() / minutes;
        List<Figure> all = new ArrayList<>();
        all.add(Figure.of("commands a minute, " + FEW + " jobs under watch", few, "1/min"));
        // One look more or less falls into a window by chance.
        all.add(Figure.atMost("commands a minute, " + many + " jobs under watch", lots, "1/min", few + 2 / minutes));
        all.add(Figure.of("controller requests a minute, " + FEW + " jobs", withFew.requests() / minutes, "1/min"));
        all.add(Figure.of("controller requests a minute, " + many + " jobs", withMany.requests() / minutes, "1/min"));
        return all;
    }

    private SiteCommands.Count counted(int jobs) throws InterruptedException {
        run.say("waiting for " + jobs + " jobs in the queue");
        long submitted = 0;
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (submitted < jobs) {
            if (System.nanoTime() > deadline) {
                throw new BenchFailed("only " + submitted + " of " + jobs + " jobs wait at " + site + " after " + PATIENCE);
            }
            Thread.sleep(Duration.ofSeconds(2));
            submitted = ground.clusters().asRoot(site, "squeue -h -t PD -o %i | wc -l").strip().transform(Long::parseLong);
        }
        int settle = run.options().number("settle", 60);
        int window = run.options().number("window", 90);
        run.say("waiting " + settle + " s for the looks to settle, then counting for " + window + " s");
        Thread.sleep(Duration.ofSeconds(settle));
        SiteCommands.Count before = commands.now();
        Thread.sleep(Duration.ofSeconds(window));
        return commands.now().since(before);
    }
}
