package org.diamondhpc.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.StreamSupport;

/**
 * The same computation as {@code simulate.py} and {@code analyse.py}, operation by operation, so that the results of
 * the clusters can be compared bit by bit.
 */
final class Plates {
    private final int n;
    private final int steps;
    private final int every;
    private final int radius;
    private final long seed;
    private final double[] diffusivity;

    Plates(JsonNode problem) {
        n = problem.path("grid").asInt();
        steps = problem.path("steps").asInt();
        every = problem.path("every").asInt();
        radius = problem.path("radius").asInt();
        seed = problem.path("seed").asLong();
        diffusivity = StreamSupport.stream(problem.path("diffusivity").spliterator(), false)
                .mapToDouble(JsonNode::asDouble).toArray();
    }

    int count() {
        return diffusivity.length;
    }

    double given(int plate) {
        return diffusivity[plate];
    }

    /** All frames of a plate, one behind the other. */
    private List<double[]> frames(int plate) {
        List<double[]> frames = new ArrayList<>();
        double[] u = begin(plate);
        frames.add(u);
        for (int s = 1; s <= steps; s++) {
            u = step(u, diffusivity[plate]);
            if (s % every == 0) {
                frames.add(u);
            }
        }
        return frames;
    }

    /** What {@code field-PLATE.bin} must hold. */
    byte[] field(int plate) {
        List<double[]> frames = frames(plate);
        ByteBuffer bytes = ByteBuffer.allocate(frames.size() * n * n * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        frames.forEach(frame -> DoubleStream.of(frame).forEach(bytes::putDouble));
        return bytes.array();
    }

    /** The diffusivity that the analysis must find. */
    double recovered(int plate) {
        return slope(frames(plate).stream().mapToDouble(this::spread).toArray()) / 4.0;
    }

    private double[] begin(int plate) {
        double[] u = new double[n * n];
        long state = seed + plate;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                int di = i - n / 2;
                int dj = j - n / 2;
                if (di * di + dj * dj <= radius * radius) {
                    state = (state * 1103515245L + 12345) % 2147483648L;
                    u[i * n + j] = 900.0 + (state % 2000) / 10.0;
                }
            }
        }
        return u;
    }

    private double[] step(double[] u, double r) {
        double[] next = new double[n * n];
        for (int i = 1; i < n - 1; i++) {
            for (int j = 1; j < n - 1; j++) {
                int at = i * n + j;
                double x = u[at];
                next[at] = x + r * (u[at - n] + u[at + n] + u[at - 1] + u[at + 1] - 4.0 * x);
            }
        }
        return next;
    }

    private double spread(double[] u) {
        double heat = 0;
        double x = 0;
        double y = 0;
        double square = 0;
        for (int at = 0; at < u.length; at++) {
            int i = at / n;
            int j = at % n;
            heat += u[at];
            x += u[at] * i;
            y += u[at] * j;
            square += u[at] * (i * i + j * j);
        }
        x /= heat;
        y /= heat;
        return square / heat - (x * x + y * y);
    }

    private double slope(double[] values) {
        double t = 0;
        double v = 0;
        double tt = 0;
        double tv = 0;
        for (int k = 0; k < values.length; k++) {
            double at = (double) k * every;
            t += at;
            v += values[k];
            tt += at * at;
            tv += at * values[k];
        }
        double m = values.length;
        return (m * tv - t * v) / (m * tt - t * t);
    }
}
