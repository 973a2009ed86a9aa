package org.diamondhpc.bench.dispatch;

/** Second dimension: what memory is said of, and whether each process has a GPU. */
enum Supply {
    NODE_MEMORY, CORE_MEMORY, GPU
}
