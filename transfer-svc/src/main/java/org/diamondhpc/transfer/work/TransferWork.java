package org.diamondhpc.transfer.work;

import org.diamondhpc.schemas.event.TransferEvent.TransferRequested;
import org.diamondhpc.transfer.domain.Haul;

/** A transfer an agent asked for; kept under the transfer's id. */
public record TransferWork(TransferRequested request, Haul haul) {
    public static final String KIND = "transfer";

    /** Not behind or before tasks: a large transfer holds up other transfers to the same site only. */
    public String lane() {
        return request.items().stream().map(i -> i.to().site() == null ? "store" : i.to().site().value())
                .findFirst().orElse("store") + "/transfer";
    }

    TransferWork with(Haul further) {
        return new TransferWork(request, further);
    }
}
