package org.diamondhpc.bench.dispatch;

import java.util.List;

/**
 * What a request must become, whatever it says it in.
 *
 * @param sites those it may go to
 * @param processes of each node; so are the next two
 * @param cores of each process
 * @param memory of each node in MiB
 * @param gpus of each node
 * @param gpuType null: any; so are the next three
 * @param seconds the time limit
 * @param elements of the array; 0: it is none
 */
record Wanted(List<Site> sites, int nodes, int processes, int cores, int memory, int gpus, String gpuType, int seconds,
        String queue, String account, String qos, int elements) {
    Wanted {
        sites = List.copyOf(sites);
    }

    static Wanted of(Combination c, List<Site> sites) {
        Shape s = c.shape();
        return new Wanted(sites, s.nodes(), s.processes(), s.cores(), c.memoryPerNode(), c.gpusPerNode(), c.gpuType(),
                c.seconds(), c.queue(), c.account(), c.qos(), c.work() == Work.ARRAY ? Work.ELEMENTS : 0);
    }

    /** A node's cores as one process, as families that count nothing but slots mean them. */
    Wanted asOneProcess() {
        return new Wanted(sites, nodes, 1, processes * cores, memory, gpus, gpuType, seconds, queue, account, qos, elements);
    }

    Wanted withoutQos() {
        return new Wanted(sites, nodes, processes, cores, memory, gpus, gpuType, seconds, queue, account, null, elements);
    }

    int coresPerNode() {
        return processes * cores;
    }
}
