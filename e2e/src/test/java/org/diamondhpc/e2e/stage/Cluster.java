package org.diamondhpc.e2e.stage;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A witness inside a cluster, as root and not over the network: it sees what really happened there. */
public final class Cluster {
    private static final String WHERE = "(?s).*/attempts/([a-z0-9-]+)/(t-[a-z0-9]+\\.\\d+)/work.*";

    private final Testbed testbed;
    private final String site;

    Cluster(Testbed testbed, String site) {
        this.testbed = testbed;
        this.site = site;
    }

    /** Runs an sh script as root inside. */
    public String run(String script) {
        return testbed.run(script, "enter", site, "sh", "-s");
    }

    /**
     * The line by which a job leaves a trace in the file {@code name} of its user's home: one write of the token and
     * the job's id.
     */
    public static String trace(String name, String token) {
        return "echo \"" + token + " ${SLURM_JOB_ID:-$$}\" >>\"$HOME/trace-" + name + "\"\n";
    }

    /** The jobs that left a trace, by token. */
    public Map<String, List<String>> traces(String name) {
        Map<String, List<String>> all = new TreeMap<>();
        run("cat /home/*/trace-" + name + " 2>/dev/null || true").lines().forEach(line -> {
            String[] words = line.split(" ");
            all.computeIfAbsent(words[0], key -> new ArrayList<>()).add(words[1]);
        });
        return all;
    }

    /** All jobs that the cluster's books know, by the attempt in whose directory they were started. */
    public Map<String, List<String>> jobsByAttempt() {
        // Both: accounting lags behind by seconds, or is not kept, and the controller forgets.
        String books = run("sacct -a -D -X -P -n -S now-1days -o JobIDRaw,WorkDir 2>/dev/null; "
                + "scontrol show job -o | sed -n 's/^JobId=\\([0-9]*\\) .* WorkDir=\\([^ ]*\\).*/\\1|\\2/p'");
        Map<String, List<String>> all = new TreeMap<>();
        books.lines().distinct().filter(line -> line.matches(WHERE)).forEach(line ->
                all.computeIfAbsent(line.replaceAll(WHERE, "$2"), key -> new ArrayList<>())
                        .add(line.substring(0, line.indexOf('|'))));
        return all;
    }

    /** The job that claimed an attempt. */
    public String claim(String attempt) {
        return run("readlink /home/*/.diamond/attempts/*/" + attempt + "/claim").strip();
    }

    /** The word of the queue for a job, e.g. {@code RUNNING}; empty where it is not in the queue. */
    public String queued(String job) {
        return run("squeue -h -t all -j " + job + " -o %T 2>/dev/null || true").strip();
    }

    /** Whether somebody's file exists, by its full path. */
    public boolean exists(String path) {
        return testbed.attempt(null, "enter", site, "test", "-e", path).status() == 0;
    }
}
