package org.diamondhpc.transfer.globus;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.transfer.globus.domain.Consignment;
import org.diamondhpc.transfer.globus.domain.Shipment;

/** Where errands hand over what Globus shall move, and ask what became of it. */
@ApplicationScoped
public class Consignments {
    private final Desks desks;
    private final Ledger ledger;
    private final Bell bell;
    private final Atomically atomically;
    private final GlobusConfig config;
    private final Clock clock;

    Consignments(Desks desks, Ledger ledger, Bell bell, Atomically atomically, GlobusConfig config,
            Clock clock) {
        this.config = config;
        this.desks = desks;
        this.ledger = ledger;
        this.bell = bell;
        this.atomically = atomically;
        this.clock = clock;
    }

    /** Whether Globus itself compares what arrived with the source. */
    public boolean compares() {
        return config.verifyChecksum();
    }

    /** Names that are left out of folders. */
    public List<String> excluded() {
        return config.exclude().orElse(List.of());
    }

    /** What becomes of links inside folders: ignore, keep or copy. */
    public String symlinks() {
        return config.symlinks();
    }

    /** The identity a tenant uses; empty where nothing goes by Globus for it. */
    public Optional<String> identity(TenantId tenant) {
        return desks.of(tenant).map(Desk::identity);
    }

    /** @param shipment that it goes with, or that holds up its way; empty where neither is */
    public record Sending(Consignment consignment, Optional<Shipment> shipment) {
    }

    /** All that an errand has given and not taken back. */
    public List<Sending> of(String token) {
        return ledger.ofToken(token).stream().map(c -> new Sending(c, c.submission() != null
                ? ledger.shipment(c.submission()) : ledger.unfinished(c.identity()).stream()
                        .filter(s -> s.held() && s.way().equals(c.way())).findFirst())).toList();
    }

    public void give(Consignment consignment) {
        atomically.run(() -> {
            ledger.add(consignment);
            bell.ring(consignment.identity());
        });
    }

    /**
     * Whether Globus has been silent for so long that another mover should do it. What waits for a person waits on, and
     * what Globus may have is left to it.
     */
    public boolean overdue(Sending sending) {
        return sending.consignment().createdAt().plus(config.relayAfter()).isBefore(clock.instant())
                && (sending.consignment().state() == Consignment.State.WAITING
                        ? Optional.ofNullable(sending.consignment().problem())
                        : sending.shipment().filter(s -> s.held() && !s.doubtful()).map(Shipment::problem))
                .map(Problem::reason).filter(r -> r == Reason.TRANSFER_SERVICE_AWAY || r == Reason.TRANSFER_SERVICE_REFUSED).isPresent();
    }

    /** From now on it is another mover's. */
    public void withdraw(Consignment consignment) {
        atomically.run(() -> ledger.change(consignment.withdrawn()));
    }

    /** The errand has taken over what came of it. */
    public void take(Consignment consignment) {
        atomically.run(() -> ledger.remove(consignment.id()));
    }

    /** An errand of the tenant was given up: what moves for it may be stopped. In the current transaction. */
    public void abandoned(TenantId tenant) {
        desks.of(tenant).ifPresent(desk -> bell.hasten(desk.identity()));
    }
}
