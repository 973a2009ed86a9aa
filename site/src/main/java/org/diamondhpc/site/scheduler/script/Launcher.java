package org.diamondhpc.site.scheduler.script;

import java.util.regex.Pattern;

/**
 * The commands that start a parallel program, and how the start of one looks as a shell function in terms of
 * {@code launch.sh}: which of its options count processes, which take a value that does not matter.
 */
enum Launcher {
    SRUN("srun", "-n --ntasks", "-N --nodes -c --cpus-per-task -w --nodelist -p --partition -t --time -J --job-name "
            + "-G --gpus -o --output -e --error -i --input -A --account --mpi --cpu-bind --ntasks-per-node --gres "
            + "--distribution -m --mem --hint --gpus-per-task --gpus-per-node --gpu-bind --cpus-per-gpu --mem-per-cpu "
            + "--mem-per-gpu --mem-bind -C --constraint -x --exclude -D --chdir -r --relative -q --qos --reservation "
            + "--export --ntasks-per-core --ntasks-per-socket --threads-per-core -W --wait"),
    MPIRUN("mpirun", "-n -np --np", Launcher.OF_MPI),
    MPIEXEC("mpiexec", "-n -np --np", Launcher.OF_MPI),
    APRUN("aprun", "-n", "-N -d -S -j -cc -L -e -m"),
    IBRUN("ibrun", "-n -np", "-o"),
    JSRUN("jsrun", "-p --np -n --nrs", "-a --tasks_per_rs -c --cpu_per_rs -g --gpu_per_rs -r --rs_per_host -d -b -l"),
    FLUX("flux run", "-n --ntasks", "-N --nodes -c --cores-per-task -g --gpus-per-task -t --time-limit -o --setopt "
            + "--output --error --tasks-per-node");

    /** Where a command may stand, also as the value that a variable gets; what starts it as a program, past any function. */
    private static final String BEFORE = "(?:^|[;&|({`!]|\\b(?:time|then|do|else|if|elif|while|until)\\s|\\w=[\"']?)\\s*"
            + "(?:\\w{1,99}=\\S{0,499}\\s+){0,9}((?:exec|env|nohup|nice|timeout|stdbuf|setsid|numactl|xargs)\\s"
            + "(?:[^;&|]{0,499}\\s)?)?";
    private static final String OF_MPI = "-ppn -perhost -npernode --npernode --map-by -map-by --bind-to -bind-to "
            + "--rank-by -rank-by -hostfile --hostfile -machinefile -f -x -H --host -host -hosts -wdir --wdir --prefix";

    private final String command;
    private final String counts;
    private final String valued;
    private final Pattern pattern;

    Launcher(String command, String counts, String valued) {
        this.command = command;
        this.counts = counts;
        this.valued = valued;
        this.pattern = Pattern.compile(BEFORE + command.replace(" ", "\\s+") + "(?=\\s|$)");
    }

    /** The shell's word for it. */
    String word() {
        return command.split(" ")[0];
    }

    String command() {
        return command;
    }

    /** Where a line starts it; the first group where another program does, which finds no function. */
    Pattern pattern() {
        return pattern;
    }

    /**
     * Defines the command: some work only inside a job of their own scheduler; others are asked for when they are called,
     * since a module may have brought them by then.
     */
    String function() {
        String words = "d_words '%s' '%s' \"$@\"".formatted(counts, valued);
        String[] parts = command.split(" ");
        String body = parts.length == 1 ? words
                : "[ \"$1\" = %s ] || { echo \"no flux here\" >&2; return 127; }; shift; %s".formatted(parts[1], words);
        return this == SRUN || this == FLUX ? "[ \"$d_at\" = %1$s ] || %1$s() { %2$s; }\n".formatted(parts[0], body)
                : "%1$s() { if d_has %1$s; then command %1$s \"$@\"; else %2$s; fi; }\n".formatted(parts[0], body);
    }
}
