package org.diamondhpc.transfer.intake;

import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.enterprise.context.ApplicationScoped;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.diamondhpc.messaging.Intake;
import org.diamondhpc.messaging.ReceivedEvent;
import org.diamondhpc.messaging.Responder;
import org.diamondhpc.messaging.domain.EventReader;
import org.diamondhpc.schemas.event.TransferEvent;
import org.diamondhpc.transfer.work.FileRequests;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** The topics this service reads. */
@ApplicationScoped
class Consumers {
    private static final String TASKS = "transfer-svc";
    private static final String TRANSFERS = "transfer-svc-transfers";
    private static final String SOURCE = "/diamond/transfer-svc";

    private final Intake intake;
    private final Responder responder;
    private final TaskEventHandler tasks;
    private final TransferEventHandler transfers;
    private final FileRequests files;

    Consumers(Intake intake, Responder responder, TaskEventHandler tasks, TransferEventHandler transfers,
            FileRequests files) {
        this.intake = intake;
        this.responder = responder;
        this.tasks = tasks;
        this.transfers = transfers;
        this.files = files;
    }

    @Incoming("task-events")
    @RunOnVirtualThread
    void taskEvents(ConsumerRecords<String, byte[]> records) {
        intake.accept(TASKS, records, TaskEventHandler.WANTED, tasks);
    }

    @Incoming("transfer-events")
    @RunOnVirtualThread
    void transferEvents(ConsumerRecords<String, byte[]> records) {
        intake.accept(TRANSFERS, records, this::transfer);
    }

    @Incoming("site-requests")
    @RunOnVirtualThread
    void siteRequests(ConsumerRecords<String, byte[]> records) {
        responder.answer(SOURCE, records, files.answerers());
    }

    private void transfer(ReceivedEvent received) {
        EventReader.read(received).filter(TransferEvent.class::isInstance).map(TransferEvent.class::cast)
                .ifPresent(transfers::handle);
    }
}
