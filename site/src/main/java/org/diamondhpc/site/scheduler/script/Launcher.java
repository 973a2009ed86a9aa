package org.diamondhpc.site.scheduler.script;

import java.util.regex.Pattern;

/**
 * The commands that start a parallel program, and how the start of one looks as a shell function in terms of
 * {@code launch.sh}: which of its options count processes, which take a value that does not matter.
 */
enum Launcher {
    SRUN("srun", "-n --ntasks", "-N --nodes -c --cpus-per-task -w --nodelist -p --partition -t --time -J --job-name "
            + "-G --gpus -o --output -e --error -i --input -A --account --mpi --cpu-bind --ntasks-per-node --gres "
            + "--distribution -m --mem --hint"),
    MPIRUN("mpirun", "-n -np --np", Launcher.OF_MPI),
    MPIEXEC("mpiexec", "-n -np --np", Launcher.OF_MPI),
    APRUN("aprun", "-n", "-N -d -S -j -cc -L -e -m"),
    IBRUN("ibrun", "-n -np", "-o"),
    JSRUN("jsrun", "-p --np -n --nrs", "-a --tasks_per_rs -c --cpu_per_rs -g --gpu_per_rs -r --rs_per_host -d -b -l"),
    FLUX("flux run", "-n --ntasks", "-N --nodes -c --cores-per-task -g --gpus-per-task -t --time-limit -o --setopt "
            + "--output --error --tasks-per-node");

    private static final String OF_MPI = "-ppn -perhost -npernode --npernode --map-by --bind-to --rank-by -hostfile "
            + "--hostfile -machinefile -f -x -H --host -host --mca -mca";

    private final String command;
    private final String counts;
    private final String valued;
    private final Pattern pattern;

    Launcher(String command, String counts, String valued) {
        this.command = command;
        this.counts = counts;
        this.valued = valued;
        this.pattern = Pattern.compile("(?:^|[;&|({]|\\b(?:time|then|do|else)\\s)\\s*(exec\\s+)?"
                + command.replace(" ", "\\s+") + "(?=\\s)");
    }

    /** The shell's word for it. */
    String word() {
        return command.split(" ")[0];
    }

    String command() {
        return command;
    }

    /** Where a line starts it; the first group where it replaces the shell, which no function can. */
    Pattern pattern() {
        return pattern;
    }

    /** Defines the command where it cannot be had: some work only inside a job of their own scheduler. */
    String function() {
        String words = "d_words '%s' '%s' \"$@\"".formatted(counts, valued);
        String[] parts = command.split(" ");
        String body = parts.length == 1 ? words
                : "[ \"$1\" = %s ] || { echo \"no flux here\" >&2; return 127; }; shift; %s".formatted(parts[1], words);
        String had = this == SRUN || this == FLUX ? "[ \"$d_by\" = " + parts[0] + " ]"
                : "command -v " + parts[0] + " >/dev/null 2>&1";
        return "%s || %s() { %s; }\n".formatted(had, parts[0], body);
    }
}
