package org.diamondhpc.bench.report;

/**
 * What else the machine did, and how often was measured.
 *
 * @param loadBefore, loadMedian, loadMost the kernel's one-minute load average at the start, and over the run
 * @param repetitions samples behind the figures
 */
public record Noise(int cores, double loadBefore, double loadMedian, double loadMost, int repetitions) {
}
