package org.diamondhpc.bench.parked;

import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.bench.report.Samples;

/**
 * What became of some ends of jobs.
 *
 * @param rate ends a second as they were told; 0: as fast as the broker took them
 * @param durable from when each was due to its durable wake, in milliseconds
 * @param client the same to the answer in a client's hands, of the sample that listens
 * @param seconds from the first end to the last wake
 */
record Phase(String name, int rate, List<Double> durable, List<Double> client, double seconds) {
    static Phase of(String name, int rate, List<String> sessions, long[] due, WakeStream wakes, LongPolls clients) {
        List<Double> durable = new ArrayList<>();
        List<Double> client = new ArrayList<>();
        long last = 0;
        for (int i = 0; i < due.length; i++) {
            long at = wakes.at(sessions.get(i)) * 1_000;
            last = Math.max(last, at);
            durable.add((at - due[i]) / 1e3);
            Long answered = clients.at(sessions.get(i));
            if (answered != null) {
                client.add((answered - due[i]) / 1e3);
            }
        }
        return new Phase(name, rate, durable, client, (last - due[0]) / 1e6);
    }

    double wakesASecond() {
        return durable.size() / seconds;
    }

    Samples durableSamples() {
        return Samples.of(durable);
    }
}
