package org.diamondhpc.bench.placement;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.diamondhpc.bench.ground.Clusters;

/**
 * A real cluster of the testbed: one shell of the other tenant's user that submits the background, one of the probes' user.
 * A probe writes the time as its last instruction, by the clock that the benchmark reads, too.
 */
final class LiveCluster implements AutoCloseable {
    private static final Pattern STARTS = Pattern.compile("to start at (\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d)");
    /** No runuser: it asks PAM, which knows nothing of users inside a cluster's namespaces. */
    private static final String AS = "setpriv --reuid \"$1\" --regid \"$(id -g \"$1\")\" --init-groups";
    private static final String SHELL = "export HOME=$(getent passwd \"$1\" | cut -d: -f6); cd \"$HOME\" && exec " + AS + " sh -s";

    private final Clusters clusters;
    private final String site;
    private final String user;
    private final Process background;
    private final Process probes;

    LiveCluster(Clusters clusters, String site, String user, String other) throws IOException {
        this.clusters = clusters;
        this.site = site;
        this.user = user;
        this.background = shell(other);
        this.probes = shell(user);
    }

    private Process shell(String as) throws IOException {
        return clusters.rootProcess(site, SHELL, as).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    }

    /** No job begins in the partition any more. */
    void shut(String partition) throws InterruptedException {
        clusters.asRoot(site, "scontrol update PartitionName=\"$1\" State=DOWN", partition);
    }

    void submitBackground(LiveLoad.Arrival job) throws IOException {
        say(background, "sbatch -Q -J load -o /dev/null -N %d --exclusive -t %d --wrap 'sleep %.1f'".formatted(job.nodes(),
                job.limit(), job.run()));
    }

    /** @param limit minutes @param run seconds */
    void submitProbe(String id, String partition, int nodes, long limit, long run) throws IOException {
        say(probes, ("sbatch -Q -J probe -o /dev/null -p %s -N %d --exclusive -t %d"
                + " --wrap 'sleep %d; date +%%s.%%N > probe-%s.end'").formatted(partition, nodes, limit, run, id));
    }

    /** Seconds from the epoch at which Slurm itself would expect such a job to start; empty where it does not say. */
    OptionalLong estimate(String partition, int nodes, long limit) throws InterruptedException {
        String said = clusters.asRoot(site, AS + " env TZ=UTC sbatch --test-only -N \"$2\" --exclusive -t \"$3\""
                + " -p \"$4\" --wrap true 2>&1 || true", user, Integer.toString(nodes), Long.toString(limit), partition);
        Matcher starts = STARTS.matcher(said);
        return starts.find() ? OptionalLong.of(LocalDateTime.parse(starts.group(1)).toEpochSecond(ZoneOffset.UTC))
                : OptionalLong.empty();
    }

    /** When probes ended, in seconds from the epoch, by their ids; those that have not are missing. */
    Map<String, Double> ends() throws InterruptedException {
        Map<String, Double> ends = new HashMap<>();
        String all = clusters.asRoot(site, "cd \"$(getent passwd \"$1\" | cut -d: -f6)\" && grep -H . probe-*.end 2>/dev/null || true",
                user);
        for (String line : all.lines().toList()) {
            ends.put(line.substring("probe-".length(), line.indexOf(".end")), Double.parseDouble(line.substring(line.indexOf(':') + 1)));
        }
        return ends;
    }

    String site() {
        return site;
    }

    private static void say(Process shell, String line) throws IOException {
        Writer in = shell.outputWriter(StandardCharsets.UTF_8);
        in.write(String.format(Locale.ROOT, "%s%n", line));
        in.flush();
    }

    @Override
    public void close() {
        background.destroy();
        probes.destroy();
    }
}
