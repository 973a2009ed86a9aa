package org.diamondhpc.messaging;

import jakarta.inject.Singleton;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A handler whose work tests set by lane. */
@Singleton
public class ProbeHandler implements WorkHandler<ProbeHandler.Payload> {
    /** What the probe is given. */
    public record Payload(String text, int step) { }

    /** What a test lets it do. */
    interface Behaviour {
        WorkOutcome work(Work<Payload> work) throws Exception;
    }

    final Map<String, Behaviour> byLane = new ConcurrentHashMap<>();

    @Override
    public String kind() {
        return "probe";
    }

    @Override
    public Class<Payload> payload() {
        return Payload.class;
    }

    @Override
    public WorkOutcome work(Work<Payload> work) throws Exception {
        return byLane.getOrDefault(work.lane(), each -> WorkOutcome.done()).work(work);
    }
}
