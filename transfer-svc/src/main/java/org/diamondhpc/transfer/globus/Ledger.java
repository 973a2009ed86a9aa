package org.diamondhpc.transfer.globus;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.transfer.globus.domain.Consignment;
import org.diamondhpc.transfer.globus.domain.Shipment;

/** What was given to Globus and what became of it. Changes join the current transaction. */
interface Ledger {
    void add(Consignment consignment);

    /** Nothing happens where it was removed meanwhile. */
    void change(Consignment consignment);

    /** Gives a waiting consignment to its shipment; false where it is taken or was removed. */
    boolean send(Consignment sent);

    void remove(String consignment);

    List<Consignment> ofToken(String token);

    /** All of an identity, the oldest first. */
    List<Consignment> consignments(String identity);

    void add(Shipment shipment);

    void change(Shipment shipment);

    Optional<Shipment> shipment(String submission);

    /** Those that have not ended, the oldest first. */
    List<Shipment> unfinished(String identity);

    /** Forgets shipments that ended before, and which no consignment refers to. */
    void forgetEnded(Instant before);
}
