package org.diamondhpc.bench.dispatch;

/** First dimension: nodes, processes of each node, cores of each process. */
enum Shape {
    THREADS(1, 1, 4), PACKED(1, 4, 2), SPREAD(2, 4, 1);

    private final int nodes;
    private final int processes;
    private final int cores;

    Shape(int nodes, int processes, int cores) {
        this.nodes = nodes;
        this.processes = processes;
        this.cores = cores;
    }

    int nodes() {
        return nodes;
    }

    /** Of each node. */
    int processes() {
        return processes;
    }

    /** Of each process. */
    int cores() {
        return cores;
    }

    int coresPerNode() {
        return processes * cores;
    }

    int allProcesses() {
        return nodes * processes;
    }
}
