package org.diamondhpc.schemas.spec;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What can be said of a task's resources, under the names people and other systems give it (PSI/J, GA4GH TES, the options
 * of submit commands), however their words are joined: {@code cpus_per_task} is {@code cpusPerTask}.
 */
enum ResourceField {
    NODES("nodes", "nodecount numnodes nnodes"),
    PROCESSES("processes", "processcount numprocesses totalprocesses tasks ntasks numtasks totaltasks ranks mpiranks nprocs"),
    PROCESSES_PER_NODE("processesPerNode", "taskspernode ntaskspernode rankspernode procspernode"),
    CORES("cores", "cpus cpu cpucores ncpus numcpus"),
    CORES_PER_PROCESS("coresPerProcess", "corespertask coresperrank cpuspertask cpusperprocess cpucoresperprocess "
            + "threadsperprocess threadspertask"),
    CORES_PER_NODE("coresPerNode", "cpuspernode"),
    GPUS("gpus", "gpu gpucount numgpus ngpus"),
    GPUS_PER_PROCESS("gpusPerProcess", "gpuspertask gpusperrank gpucoresperprocess"),
    GPUS_PER_NODE("gpusPerNode", ""),
    GPU_TYPE("gpuType", "gpumodel gpukind"),
    MEMORY("memory", "mem ram memorypernode mempernode rampernode"),
    MEMORY_PER_CORE("memoryPerCore", "mempercore memorypercpu mempercpu"),
    MEMORY_PER_PROCESS("memoryPerProcess", "memperprocess memorypertask mempertask"),
    MEMORY_PER_GPU("memoryPerGpu", "mempergpu"),
    TOTAL_MEMORY("totalMemory", "totalmem memorytotal"),
    DURATION("duration", "walltime time timelimit maxtime maxwalltime"),
    EXCLUSIVE("exclusive", "exclusivenodeuse wholenodes");

    private static final Pattern WITH_UNIT = Pattern.compile("(.+?)(?:in)?(gi?b|mi?b|seconds|minutes|hours)");

    private final String member;
    private final List<String> names;

    ResourceField(String member, String others) {
        this.member = member;
        this.names = Stream.concat(Stream.of(folded(member)), Stream.of(others.split(" "))).filter(n -> !n.isEmpty())
                .toList();
    }

    /** As the schema calls it. */
    String member() {
        return member;
    }

    boolean memory() {
        return this == MEMORY || this == MEMORY_PER_CORE || this == MEMORY_PER_PROCESS || this == MEMORY_PER_GPU
                || this == TOTAL_MEMORY;
    }

    /** @param unit what the name says its number counts, {@code gb} for {@code ram_gb}; empty where it does not */
    record Named(ResourceField field, String unit) {
    }

    static Optional<Named> named(String name) {
        String folded = folded(name);
        Matcher m = WITH_UNIT.matcher(folded);
        Optional<Named> whole = find(folded).map(f -> new Named(f, ""));
        if (whole.isPresent() || !m.matches()) {
            return whole;
        }
        boolean time = !m.group(2).endsWith("b");
        return find(m.group(1)).filter(f -> time ? f == DURATION : f.memory()).map(f -> new Named(f, m.group(2)));
    }

    private static Optional<ResourceField> find(String folded) {
        return Stream.of(values()).filter(f -> f.names.contains(folded)).findFirst();
    }

    private static String folded(String name) {
        return name.replaceAll("[_ -]", "").toLowerCase(Locale.ROOT);
    }
}
