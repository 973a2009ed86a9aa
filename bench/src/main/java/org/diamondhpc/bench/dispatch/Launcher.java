package org.diamondhpc.bench.dispatch;

import org.diamondhpc.bench.ground.Clusters;
import org.diamondhpc.bench.ground.Ground;

/**
 * Gives the Grid Engine site what its users find at a real one: an {@code mpirun} that starts processes on the hosts the
 * scheduler granted, by its own {@code qrsh -inherit}. Slurm brings {@code srun}. The practice cluster itself has no MPI.
 */
final class Launcher implements Ground.Preparation {
    private static final String MPIRUN = """
            #!/bin/bash
            # mpirun [-n|-np COUNT] PROGRAM ARGUMENT…
            case $1 in -n | -np) count=$2; shift 2 ;; *) count=$NSLOTS ;; esac
            start=$PWD/.mpirun.$$
            printf 'cd %q && export DISPATCH=%q && exec %s\\n' "$PWD" "$DISPATCH" "$(printf '%q ' "$@")" >"$start"
            pids='' rc=0
            while read -r host slots _ && [ "$count" -gt 0 ]; do
              while [ "$slots" -gt 0 ] && [ "$count" -gt 0 ]; do
                slots=$((slots - 1)) count=$((count - 1))
                if [ "${host%%.*}" = "$(hostname -s)" ]; then "$@" </dev/null &
                else qrsh -inherit "$host" /bin/bash "$start" </dev/null &
                fi
                pids="$pids $!"
              done
            done <"$PE_HOSTFILE"
            for pid in $pids; do wait "$pid" || rc=$?; done
            exit "$rc"
            """;
    /** Where a job finds it without a module: jobs begin with {@code /usr/local/bin:/bin:/usr/bin}. */
    private static final String INSTALL = """
            printf %s "$1" >/usr/local/bin/mpirun && chmod 755 /usr/local/bin/mpirun
            ln -sf mpirun /usr/local/bin/mpiexec
            """;

    @Override
    public void prepare(Clusters clusters) throws InterruptedException {
        clusters.asRoot(Site.EPSILON.id(), INSTALL, MPIRUN);
    }
}
