package org.diamondhpc.bench.wake;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.diamondhpc.bench.ground.Clusters;

/**
 * Counts what Diamond runs at a site, at the site: sshd writes one line for each command or subsystem it starts (log level
 * VERBOSE, session.c "Starting session"), and the controller counts requests by user (sdiag).
 */
final class SiteCommands {
    private static final String LOG = "/var/log/sshd-bench.log";
    private static final Pattern BY_USER = Pattern.compile("^\\s+(\\S+)\\s+\\(\\s*\\d+\\)\\s+count:(\\d+)", Pattern.MULTILINE);

    private final Clusters clusters;
    private final String site;

    SiteCommands(Clusters clusters, String site) {
        this.clusters = clusters;
        this.site = site;
    }

    /**
     * What was counted since counting began.
     *
     * @param commands commands and subsystems started over SSH
     * @param requests requests to the scheduler's controller by people, not by its own daemons
     */
    record Count(long commands, long requests) {
        Count since(Count earlier) {
            return new Count(commands - earlier.commands, requests - earlier.requests);
        }
    }

    /** Starts the site's sshd anew with a log; before Diamond logs in, since older connections would not be counted. */
    void begin() throws InterruptedException {
        clusters.asRoot(site, """
                p=$(cat /run/sshd.pid) && kill "$p"
                while kill -0 "$p" 2>/dev/null; do sleep 0.05; done
                exec /usr/sbin/sshd -E "$1" -o LogLevel=VERBOSE
                """, LOG);
    }

    Count now() throws InterruptedException {
        String log = clusters.asRoot(site, "grep -c 'Starting session' \"$1\" || true", LOG);
        return new Count(Long.parseLong(log.strip()), requests(clusters.asRoot(site, "sdiag")));
    }

    /** The lines themselves, for the raw rows. */
    String log() throws InterruptedException {
        return clusters.asRoot(site, "cat \"$1\"", LOG);
    }

    static long requests(String sdiag) {
        Matcher users = BY_USER.matcher(sdiag.substring(Math.max(0, sdiag.indexOf("statistics by user"))));
        long sum = 0;
        while (users.find()) {
            if (!users.group(1).equals("root") && !users.group(1).equals("slurm")) {
                sum += Long.parseLong(users.group(2));
            }
        }
        return sum;
    }
}
