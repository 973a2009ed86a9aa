package org.diamondhpc.site.scheduler.slurm;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.diamondhpc.schemas.request.KeptName;
import org.diamondhpc.site.scheduler.script.Draft;
import org.diamondhpc.site.scheduler.script.GnuOptions;
import org.diamondhpc.site.scheduler.script.Option;
import org.diamondhpc.site.scheduler.script.OptionGrammar;
import org.diamondhpc.site.scheduler.script.Quantity;
import org.diamondhpc.site.scheduler.script.ScriptReader;
import org.diamondhpc.site.scheduler.text.Amounts;

/** {@code #SBATCH} scripts, as sbatch(1) of Slurm 22.05 and later describes them. */
final class SbatchReader implements ScriptReader {
    private static final Pattern SIGNAL = Pattern.compile("(?:[BR]+:)?(?:SIG)?([A-Za-z0-9]+)(?:@(\\d+))?");
    private static final Pattern GPU = Pattern.compile("(?:gres[:/])?gpu(?::([A-Za-z][\\w.-]*))?(?:[:=](\\d+))?(?:\\(.*\\))?");
    private static final Pattern COUNT = Pattern.compile("(?:([A-Za-z][\\w.-]*):)?(\\d+)");
    private static final Duration DEFAULT_WARNING = Duration.ofSeconds(60);

    @Override
    public String family() {
        return "slurm";
    }

    @Override
    public Set<String> commands() {
        return Set.of("sbatch");
    }

    @Override
    public List<Directive> directives(List<String> lines) {
        return ScriptReader.leading(lines, "#SBATCH");
    }

    @Override
    public OptionGrammar grammar() {
        return GnuOptions.of("A,account=", "acctg-freq=", "a,array=", "batch=", "bb=", "bbf=", "b,begin=", "D,chdir=",
                "cluster-constraint=", "M,clusters=", "comment=", "C,constraint=", "container=", "contiguous",
                "S,core-spec=", "cores-per-socket=", "cpu-freq=", "cpus-per-gpu=", "c,cpus-per-task=", "deadline=",
                "delay-boot=", "d,dependency=", "m,distribution=", "e,error=", "x,exclude=", "exclusive[=]", "export=",
                "export-file=", "extra-node-info=", "get-user-env[=]", "gid=", "gpu-bind=", "gpu-freq=", "G,gpus=",
                "gpus-per-node=", "gpus-per-socket=", "gpus-per-task=", "gres=", "gres-flags=", "hint=", "H,hold",
                "ignore-pbs", "i,input=", "J,job-name=", "kill-on-invalid-dep=", "L,licenses=", "mail-type=",
                "mail-user=", "mcs-label=", "mem=", "mem-bind=", "mem-per-cpu=", "mem-per-gpu=", "mincpus=", "network=",
                "nice[=]", "k,no-kill[=]", "no-requeue", "F,nodefile=", "w,nodelist=", "N,nodes=", "n,ntasks=",
                "ntasks-per-core=", "ntasks-per-gpu=", "ntasks-per-node=", "ntasks-per-socket=", "open-mode=",
                "o,output=", "O,overcommit", "s,oversubscribe", "parsable", "p,partition=", "power=", "prefer=",
                "priority=", "profile=", "propagate[=]", "q,qos=", "Q,quiet", "reboot", "requeue", "reservation=",
                "signal=", "sockets-per-node=", "spread-job", "switches=", "test-only", "thread-spec=",
                "threads-per-core=", "t,time=", "time-min=", "tmp=", "tres-per-task=", "uid=", "use-min-nodes",
                "v,verbose", "W,wait", "wait-all-nodes=", "wckey=", "wrap=");
    }

    @Override
    public void apply(Option option, Draft draft) {
        switch (option.name()) {
            case "job-name" -> draft.name(option.value());
            case "nodes" -> draft.read(option, SbatchReader::nodes, n -> draft.shape().nodes(n));
            case "ntasks" -> draft.read(option, Integer::parseInt, n -> draft.shape().processes(n));
            case "ntasks-per-node" -> draft.read(option, Integer::parseInt, n -> draft.shape().processesPerNode(n));
            case "cpus-per-task" -> draft.read(option, Integer::parseInt, n -> draft.shape().coresPerProcess(n));
            case "mincpus" -> draft.read(option, Integer::parseInt, n -> draft.shape().coresPerNode(n));
            case "time" -> draft.read(option, SbatchReader::time, draft::duration);
            case "mem" -> memoryOfNode(option, draft);
            case "mem-per-cpu" -> draft.read(option, SbatchReader::memory, b -> draft.shape().memoryPerCore(b));
            case "mem-per-gpu" -> draft.read(option, SbatchReader::memory, b -> draft.shape().memoryPerGpu(b));
            case "gres" -> gres(option, draft);
            case "gpus", "gpus-per-node", "gpus-per-task" -> gpus(option, draft);
            case "exclusive" -> exclusive(option, draft);
            case "array" -> draft.array(option);
            case "partition" -> draft.named(KeptName.QUEUE, option);
            case "account" -> draft.named(KeptName.ACCOUNT, option);
            case "qos" -> draft.named(KeptName.QOS, option);
            case "reservation" -> draft.named(KeptName.RESERVATION, option);
            case "constraint" -> draft.features(option);
            case "signal" -> signal(option, draft);
            case "export" -> draft.variables(option, List.of(option.value().split(",")), Set.of("ALL", "NONE", "NIL"));
            case "output", "error" -> draft.stream(option);
            case "mail-type", "mail-user" -> draft.mail(option);
            default -> other(option, draft);
        }
    }

    private static void other(Option option, Draft draft) {
        switch (option.name()) {
            case "chdir" -> draft.risk(option, "a task works in a directory of its own; stage what the script reads there");
            case "dependency" -> draft.leftOut(option, "name the task it waits for in dependsOn");
            case "begin", "deadline", "hold" -> draft.leftOut(option, "a task starts as soon as it can");
            case "requeue", "no-requeue", "open-mode", "kill-on-invalid-dep" -> draft.changed(option,
                    "Diamond sees to it that work runs once, and tries again as retries says");
            case "comment", "wckey", "parsable", "quiet", "verbose", "wait", "get-user-env", "mcs-label", "test-only",
                    "acctg-freq", "profile", "ignore-pbs" -> draft.changed(option, "has no effect on the work");
            case "input" -> draft.risk(option, "standard input is empty; read the file in the script");
            case "wrap" -> draft.risk(option, "give the wrapped command as the task's script");
            case "licenses" -> draft.leftOut(option, "a site's licences cannot be asked for");
            default -> draft.leftOut(option, "a task cannot say this");
        }
    }

    @Override
    public Map<String, Quantity> variables() {
        Map<String, Quantity> all = new LinkedHashMap<>();
        all.put("SLURM_JOB_ID", Quantity.JOB_ID);
        all.put("SLURM_JOBID", Quantity.JOB_ID);
        all.put("SLURM_ARRAY_JOB_ID", Quantity.JOB_ID);
        all.put("SLURM_JOB_NAME", Quantity.JOB_NAME);
        all.put("SLURM_ARRAY_TASK_ID", Quantity.ARRAY_INDEX);
        all.put("SLURM_ARRAY_TASK_MIN", Quantity.ARRAY_FIRST);
        all.put("SLURM_ARRAY_TASK_MAX", Quantity.ARRAY_LAST);
        all.put("SLURM_ARRAY_TASK_STEP", Quantity.ARRAY_STEP);
        all.put("SLURM_ARRAY_TASK_COUNT", Quantity.ARRAY_SIZE);
        all.put("SLURM_JOB_PARTITION", Quantity.QUEUE);
        all.put("SLURM_SUBMIT_DIR", Quantity.SUBMIT_DIRECTORY);
        all.put("SLURM_NTASKS", Quantity.PROCESSES);
        all.put("SLURM_NPROCS", Quantity.PROCESSES);
        all.put("SLURM_NTASKS_PER_NODE", Quantity.PROCESSES_PER_NODE);
        all.put("SLURM_TASKS_PER_NODE", Quantity.PROCESSES_PER_NODE);
        all.put("SLURM_CPUS_PER_TASK", Quantity.CORES_PER_PROCESS);
        all.put("SLURM_CPUS_ON_NODE", Quantity.CORES_PER_NODE);
        all.put("SLURM_JOB_CPUS_PER_NODE", Quantity.CORES_PER_NODE);
        all.put("SLURM_NNODES", Quantity.NODES);
        all.put("SLURM_JOB_NUM_NODES", Quantity.NODES);
        all.put("SLURM_MEM_PER_NODE", Quantity.MEMORY_PER_NODE_MIB);
        all.put("SLURM_MEM_PER_CPU", Quantity.MEMORY_PER_CORE_MIB);
        all.put("SLURM_GPUS_ON_NODE", Quantity.GPUS_PER_NODE);
        all.put("SLURMD_NODENAME", Quantity.NODE_NAME);
        all.put("SLURM_JOB_NODELIST", Quantity.NODE_LIST);
        all.put("SLURM_NODELIST", Quantity.NODE_LIST);
        return all;
    }

    @Override
    public Set<String> prefixes() {
        return Set.of("SLURM_", "SLURMD_", "SBATCH_");
    }

    @Override
    public Set<String> tools() {
        return Set.of("sbatch", "scontrol", "squeue", "sacct", "scancel", "sinfo", "sbcast", "salloc", "sattach");
    }

    /** {@code 4}, or {@code 2-4} where the fewer will do. */
    private static int nodes(String value) {
        return Integer.parseInt(value.replaceFirst("-.*", ""));
    }

    private static Duration time(String value) {
        return Amounts.duration(value).filter(d -> !d.isZero())
                .orElseThrow(() -> new IllegalArgumentException("no limit is not a time limit; say one"));
    }

    private static long memory(String value) {
        return Amounts.memory(value).orElseThrow(IllegalArgumentException::new);
    }

    private static void memoryOfNode(Option option, Draft draft) {
        if (memory(option) == 0) {
            draft.risk(option, "means all memory of a node, whose size is not known beforehand; say an amount");
        } else {
            draft.read(option, SbatchReader::memory, b -> draft.shape().memoryPerNode(b));
        }
    }

    private static long memory(Option option) {
        return Amounts.memory(option.value()).orElse(-1);
    }

    private static void gres(Option option, Draft draft) {
        for (String one : option.value().split(",")) {
            Matcher gpu = GPU.matcher(one.strip());
            if (gpu.matches()) {
                draft.shape().gpusPerNode(gpu.group(2) == null ? 1 : Integer.parseInt(gpu.group(2)));
                draft.shape().gpuType(gpu.group(1));
            } else if (!one.equalsIgnoreCase("none")) {
                draft.leftOut(new Option("gres", one, option.place()), "of all generic resources a task knows GPUs only");
            }
        }
    }

    private static void gpus(Option option, Draft draft) {
        Matcher count = COUNT.matcher(option.value());
        if (!count.matches()) {
            draft.leftOut(option, "several kinds of GPU in one job cannot be said");
            return;
        }
        int n = Integer.parseInt(count.group(2));
        draft.shape().gpuType(count.group(1));
        switch (option.name()) {
            case "gpus" -> draft.shape().gpus(n);
            case "gpus-per-node" -> draft.shape().gpusPerNode(n);
            default -> draft.shape().gpusPerProcess(n);
        }
    }

    private static void exclusive(Option option, Draft draft) {
        draft.exclusive(true);
        if (!option.value().isEmpty()) {
            draft.changed(option, "the nodes are not shared with anybody");
        }
    }

    private static void signal(Option option, Draft draft) {
        Matcher m = SIGNAL.matcher(option.value());
        if (!m.matches()) {
            draft.leftOut(option, "its value cannot be read");
            return;
        }
        Duration before = m.group(2) == null ? DEFAULT_WARNING : Duration.ofSeconds(Long.parseLong(m.group(2)));
        draft.checkpoint(signalName(m.group(1)), before);
        if (!option.value().startsWith("B:")) {
            draft.changed(option, "the script gets the signal, and passes it on where it must");
        }
    }

    private static String signalName(String signal) {
        return switch (signal) {
            case "1" -> "HUP";
            case "10" -> "USR1";
            case "12" -> "USR2";
            case "15" -> "TERM";
            default -> signal.toUpperCase(Locale.ROOT);
        };
    }
}
