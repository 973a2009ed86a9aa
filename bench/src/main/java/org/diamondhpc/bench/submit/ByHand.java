package org.diamondhpc.bench.submit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.diamondhpc.bench.ground.Clusters;
import org.diamondhpc.bench.ground.Shell;

/** What a user does without Diamond: {@code sbatch} over one SSH connection that is kept (ssh_config(5), ControlMaster). */
final class ByHand implements AutoCloseable {
    private static final String SCRIPT = "bench-job.sh";

    private final Clusters clusters;
    private final String site;
    private final Path folder;
    private final Path socket;

    ByHand(Clusters clusters, String site) throws IOException, InterruptedException {
        this.clusters = clusters;
        this.site = site;
        this.folder = Files.createTempDirectory("diamond-bench-ssh-");
        this.socket = folder.resolve("s");
        clusters.asUser(site, "printf '#!/bin/bash\\ntrue\\n' >" + SCRIPT + "\n");
        // Its stderr would stay open with it, so it is sent away.
        Shell.run(List.of("sh", "-c", "exec \"$@\" >/dev/null 2>&1", "bench", "ssh", "-F",
                clusters.sshConfig().toString(), "-M", "-S", socket.toString(), "-f", "-N", site));
    }

    /** One remote command for each job, one after another; jobs a second. */
    double commandEach(int jobs) throws InterruptedException {
        long begin = System.nanoTime();
        Shell.run(List.of("sh", "-c", "n=$1; shift; while [ $n -gt 0 ]; do \"$@\" </dev/null >/dev/null || exit; n=$((n-1)); done",
                "bench", Integer.toString(jobs), "ssh", "-F", clusters.sshConfig().toString(), "-S", socket.toString(), site,
                "sbatch -t 10 -J bench-hand -o /dev/null " + SCRIPT));
        return rate(jobs, begin);
    }

    /** One remote command that submits all; jobs a second. */
    double commandForAll(int jobs) throws InterruptedException {
        long begin = System.nanoTime();
        Shell.run(List.of("ssh", "-F", clusters.sshConfig().toString(), "-S", socket.toString(), site,
                "for i in $(seq " + jobs + "); do sbatch -t 10 -J bench-hand -o /dev/null " + SCRIPT + " || exit; done"));
        return rate(jobs, begin);
    }

    private static double rate(int jobs, long begin) {
        return jobs / ((System.nanoTime() - begin) / 1e9);
    }

    @Override
    public void close() throws IOException {
        try {
            Shell.run(List.of("ssh", "-F", clusters.sshConfig().toString(), "-S", socket.toString(), "-O", "exit", site));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        Files.deleteIfExists(socket);
        Files.deleteIfExists(folder);
    }
}
