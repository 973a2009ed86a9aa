package org.diamondhpc.transfer.work;

import org.diamondhpc.schemas.event.TransferEvent.TransferRequested;
import org.diamondhpc.transfer.domain.Haul;
import org.diamondhpc.transfer.domain.Removal;
import org.diamondhpc.transfer.globus.domain.Owner;

/**
 * A transfer an agent asked for; kept under the transfer's id.
 *
 * @param told what people last heard of a mover that moves by itself; null before
 * @param removal how far the deleting of sources is; null before, and where they are to stay
 */
public record TransferWork(TransferRequested request, Haul haul, Travel told, Removal removal) {
    public static final String KIND = "transfer";

    public static TransferWork begin(TransferRequested request) {
        return new TransferWork(request, Haul.begin(), null, null);
    }

    /** Not behind or before tasks: a large transfer holds up other transfers to the same site only. */
    public String lane() {
        return request.items().stream().map(i -> i.to().site() == null ? "store" : i.to().site().value())
                .findFirst().orElse("store") + "/transfer";
    }

    TransferWork with(Haul further) {
        return new TransferWork(request, further, told, removal);
    }

    TransferWork telling(Travel travel) {
        return new TransferWork(request, haul, travel, removal);
    }

    TransferWork removing(Removal further) {
        return new TransferWork(request, haul, told, further);
    }

    /** The row that holds it. */
    Owner owner() {
        return new Owner(KIND, request.transfer().value(), request.transfer().value());
    }
}
