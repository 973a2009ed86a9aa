package org.diamondhpc.gateway.intake;

import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.enterprise.context.ApplicationScoped;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.diamondhpc.gateway.audit.Journal;
import org.diamondhpc.gateway.transfer.Transfers;
import org.diamondhpc.gateway.workspace.Catalogue;
import org.diamondhpc.messaging.Intake;
import org.diamondhpc.messaging.ReceivedEvent;
import org.diamondhpc.messaging.domain.EventReader;
import org.diamondhpc.schemas.event.TransferEvent;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** What becomes of the transfers agents asked for. */
@ApplicationScoped
class TransferEventsConsumer {
    private static final String CONSUMER = "agent-gateway-transfers";

    private final Intake intake;
    private final Transfers transfers;
    private final Catalogue catalogue;

    TransferEventsConsumer(Intake intake, Transfers transfers, Catalogue catalogue) {
        this.intake = intake;
        this.transfers = transfers;
        this.catalogue = catalogue;
    }

    @Incoming("transfer-events")
    @RunOnVirtualThread
    void consume(ConsumerRecords<String, byte[]> records) {
        intake.accept(CONSUMER, records, Journal::foreign, this::handle);
    }

    private void handle(ReceivedEvent received) {
        EventReader.read(received).filter(TransferEvent.class::isInstance).map(TransferEvent.class::cast)
                .filter(transfers::knows).ifPresent(event -> {
                    switch (event) {
                        case TransferEvent.TransferFinished e -> catalogue.on(e, e.done(), received.time());
                        case TransferEvent.TransferFailed e -> catalogue.on(e, e.done(), received.time());
                        case TransferEvent.TransferCancelled e -> catalogue.on(e, e.done(), received.time());
                        default -> { }
                    }
                    transfers.on(event, received);
                });
    }
}
