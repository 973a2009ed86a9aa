package org.diamondhpc.bench.report;

import java.util.Collection;
import java.util.List;

/** Measured values in ascending order. */
public record Samples(List<Double> sorted) {
    public Samples {
        if (sorted.isEmpty()) {
            throw new IllegalArgumentException("nothing was measured");
        }
        sorted = sorted.stream().sorted().toList();
    }

    public static Samples of(Collection<Double> values) {
        return new Samples(List.copyOf(values));
    }

    public int size() {
        return sorted.size();
    }

    public double least() {
        return sorted.getFirst();
    }

    public double most() {
        return sorted.getLast();
    }

    public double median() {
        int middle = size() / 2;
        return size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** The nearest-rank percentile: the least value that so many in a hundred do not exceed. */
    public double percentile(double percent) {
        int rank = (int) Math.ceil(percent / 100 * size());
        return sorted.get(Math.clamp(rank, 1, size()) - 1);
    }
}
