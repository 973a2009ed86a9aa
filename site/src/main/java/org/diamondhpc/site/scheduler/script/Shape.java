package org.diamondhpc.site.scheduler.script;

import org.diamondhpc.schemas.request.ScriptNote;
import org.diamondhpc.schemas.spec.MemorySize;
import org.diamondhpc.schemas.spec.Resources;
import org.diamondhpc.schemas.spec.Walltime;

/**
 * What a script asks for in any family's terms, and the same in a task's: whole nodes of equal processes. Memory is in
 * bytes. What was not said is null.
 */
public final class Shape {
    private Integer nodes;
    private Integer processes;
    private Integer perNode;
    private Integer cores;
    private Integer coresPerNode;
    private Integer gpusPerNode;
    private Integer gpusPerProcess;
    private Integer gpus;
    private String gpuType;
    private Long memoryPerNode;
    private Long memoryPerCore;
    private Long memoryPerProcess;
    private Long memoryPerGpu;
    private Long memory;
    private boolean folded;

    public void nodes(int value) {
        nodes = positive(value);
    }

    /** In the whole job. */
    public void processes(int value) {
        processes = positive(value);
    }

    public void processesPerNode(int value) {
        perNode = positive(value);
    }

    public void coresPerProcess(int value) {
        cores = positive(value);
    }

    /** Cores of a node, whatever the number of processes. */
    public void coresPerNode(int value) {
        coresPerNode = positive(value);
    }

    public void gpusPerNode(int value) {
        gpusPerNode = value;
    }

    public void gpusPerProcess(int value) {
        gpusPerProcess = value;
    }

    /** In the whole job. */
    public void gpus(int value) {
        gpus = value;
    }

    public void gpuType(String value) {
        gpuType = value;
    }

    /** Of each node; one value replaces another in whatever terms it was. */
    public void memoryPerNode(long bytes) {
        forgetMemory();
        memoryPerNode = positive(bytes);
    }

    public void memoryPerCore(long bytes) {
        forgetMemory();
        memoryPerCore = positive(bytes);
    }

    public void memoryPerProcess(long bytes) {
        forgetMemory();
        memoryPerProcess = positive(bytes);
    }

    public void memoryPerGpu(long bytes) {
        forgetMemory();
        memoryPerGpu = positive(bytes);
    }

    /** Of the whole job. */
    public void memory(long bytes) {
        forgetMemory();
        memory = positive(bytes);
    }

    Integer processes() {
        return processes;
    }

    /** Whether several processes were made one, since GPUs could not be shared evenly. */
    boolean folded() {
        return folded;
    }

    Resources resources(Walltime duration, boolean exclusive, Draft draft) {
        int n = wholeNodes(draft);
        int p = wholeProcesses(n, draft);
        int c = cores != null ? cores : coresPerNode == null ? 1 : divided(coresPerNode, p);
        int g = gpusOfNode(n, p);
        if (g % p != 0) {
            draft.note(ScriptNote.Kind.RISK, "script", "%d GPUs of a node cannot be shared evenly by %d processes: one "
                    .formatted(g, p) + "process a node holds them all; start the processes in the script");
            processes = processes == null ? n * p : processes;
            c = p * c;
            p = 1;
            folded = true;
        }
        Long bytes = memoryOfNode(n, p, c, g);
        return new Resources(n, p, c, g / p, g == 0 ? null : gpuType,
                bytes == null ? null : MemorySize.ofMebibytes((bytes + (1 << 20) - 1) >> 20), duration, exclusive);
    }

    private int wholeNodes(Draft draft) {
        if (nodes != null) {
            return nodes;
        }
        if (processes != null && perNode != null) {
            return divided(processes, perNode);
        }
        if (processes != null && processes > 1) {
            draft.note(ScriptNote.Kind.ASSUMED, "script", "says no number of nodes: its %d processes share one"
                    .formatted(processes));
        }
        return 1;
    }

    private int wholeProcesses(int n, Draft draft) {
        if (processes == null) {
            return perNode == null ? 1 : perNode;
        }
        int p = perNode != null && n * perNode >= processes ? perNode : divided(processes, n);
        if (n * p != processes) {
            draft.note(ScriptNote.Kind.RISK, "script", "%d processes do not fill %d nodes evenly: room for %d is asked for"
                    .formatted(processes, n, n * p));
        }
        return p;
    }

    private int gpusOfNode(int n, int p) {
        if (gpusPerNode != null) {
            return gpusPerNode;
        }
        return gpusPerProcess != null ? gpusPerProcess * p : gpus != null ? divided(gpus, n) : 0;
    }

    private Long memoryOfNode(int n, int p, int c, int g) {
        if (memoryPerCore != null) {
            return memoryPerCore * p * c;
        }
        if (memoryPerProcess != null) {
            return memoryPerProcess * (folded ? divided(processes, n) : p);
        }
        if (memoryPerGpu != null) {
            return g == 0 ? null : Long.valueOf(memoryPerGpu * g);
        }
        return memory == null ? memoryPerNode : Long.valueOf((memory + n - 1) / n);
    }

    private void forgetMemory() {
        memoryPerNode = null;
        memoryPerCore = null;
        memoryPerProcess = null;
        memoryPerGpu = null;
        memory = null;
    }

    private static int divided(int whole, int by) {
        return (whole + by - 1) / by;
    }

    private static int positive(int value) {
        return (int) positive((long) value);
    }

    private static long positive(long value) {
        if (value < 1) {
            throw new IllegalArgumentException("must be at least 1");
        }
        return value;
    }
}
