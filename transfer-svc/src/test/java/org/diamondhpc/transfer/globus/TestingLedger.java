package org.diamondhpc.transfer.globus;

import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.diamondhpc.transfer.globus.domain.Consignment;
import org.diamondhpc.transfer.globus.domain.Shipment;

/** The ledger as maps; a change that throws is taken back, and it can die at any step. */
public final class TestingLedger implements Ledger, Atomically {
    private Map<String, Consignment> consignments = new LinkedHashMap<>();
    private Map<String, Shipment> shipments = new LinkedHashMap<>();
    private int stepsLeft = Integer.MAX_VALUE;

    /** What a killed process is to the test. */
    public static final class Killed extends Error {
        private static final long serialVersionUID = 1;
    }

    /** The process is killed before that many more transactions. */
    public synchronized void dieAfter(int transactions) {
        stepsLeft = transactions;
    }

    public synchronized List<Shipment> shipments() {
        return List.copyOf(shipments.values());
    }

    public synchronized List<Consignment> consignments() {
        return List.copyOf(consignments.values());
    }

    /** As if the ledger said otherwise. */
    public synchronized void put(Shipment shipment) {
        shipments.put(shipment.submission(), shipment);
    }

    @Override
    public synchronized void run(Runnable changes) {
        Map<String, Consignment> c = new LinkedHashMap<>(consignments);
        Map<String, Shipment> s = new LinkedHashMap<>(shipments);
        boolean done = false;
        try {
            if (stepsLeft-- <= 0) {
                throw new Killed();
            }
            changes.run();
            done = true;
        } finally {
            if (!done) {
                consignments = c;
                shipments = s;
            }
        }
    }

    @Override
    public synchronized void add(Consignment consignment) {
        consignments.put(consignment.id(), consignment);
    }

    @Override
    public synchronized void change(Consignment consignment) {
        consignments.computeIfPresent(consignment.id(), (id, old) -> consignment);
    }

    @Override
    public synchronized boolean send(Consignment sent) {
        Consignment before = consignments.get(sent.id());
        if (before == null || before.submission() != null) {
            return false;
        }
        consignments.put(sent.id(), sent);
        return true;
    }

    @Override
    public synchronized void remove(String consignment) {
        consignments.remove(consignment);
    }

    @Override
    public synchronized List<Consignment> ofToken(String token) {
        return consignments.values().stream().filter(c -> c.owner().token().equals(token)).toList();
    }

    @Override
    public synchronized List<Consignment> consignments(String identity) {
        return consignments.values().stream().filter(c -> c.identity().equals(identity))
                .sorted(Comparator.comparing(Consignment::createdAt)).toList();
    }

    @Override
    public synchronized void add(Shipment shipment) {
        shipments.put(shipment.submission(), shipment);
    }

    @Override
    public synchronized void change(Shipment shipment) {
        shipments.computeIfPresent(shipment.submission(), (id, old) -> shipment);
    }

    @Override
    public synchronized Optional<Shipment> shipment(String submission) {
        return Optional.ofNullable(shipments.get(submission));
    }

    @Override
    public synchronized List<Shipment> unfinished(String identity) {
        return shipments.values().stream().filter(s -> s.identity().equals(identity) && !s.state().ended())
                .sorted(Comparator.comparing(Shipment::plannedAt)).toList();
    }

    @Override
    public synchronized void forgetEnded(Instant before) {
        shipments.values().removeIf(s -> s.endedAt() != null && s.endedAt().isBefore(before)
                && consignments.values().stream().noneMatch(c -> s.submission().equals(c.submission())));
    }
}
