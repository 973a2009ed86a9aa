package org.diamondhpc.discovery.intake;

import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.diamondhpc.discovery.board.BoardSync;
import org.diamondhpc.discovery.work.NewSites;
import org.diamondhpc.messaging.Intake;
import org.diamondhpc.messaging.Responder;
import org.diamondhpc.messaging.domain.EventReader;
import org.diamondhpc.schemas.event.TransferEvent;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** The topics this service reads. */
@ApplicationScoped
class Consumers {
    private static final String TASKS = "discovery-svc";
    private static final String TRANSFERS = "discovery-svc-transfers";
    private static final String SOURCE = "/diamond/discovery-svc";

    private final Intake intake;
    private final Responder responder;
    private final TaskEventHandler tasks;
    private final Truth truth;
    private final BoardSync sync;
    private final Map<String, Responder.Answerer> answerers = new HashMap<>();

    Consumers(Intake intake, Responder responder, TaskEventHandler tasks, Truth truth, SiteQuestions questions,
            NewSites newSites, ApplicationQuestions applications, BoardSync sync) {
        this.intake = intake;
        this.responder = responder;
        this.tasks = tasks;
        this.truth = truth;
        answerers.putAll(questions.answerers());
        answerers.putAll(newSites.answerers());
        answerers.putAll(applications.answerers());
        this.sync = sync;
    }

    @Incoming("task-events")
    @RunOnVirtualThread
    void taskEvents(ConsumerRecords<String, byte[]> records) {
        sync.awaitReady();
        intake.accept(TASKS, records, TaskEventHandler.WANTED, tasks);
    }

    @Incoming("transfer-events")
    @RunOnVirtualThread
    void transferEvents(ConsumerRecords<String, byte[]> records) {
        sync.awaitReady();
        intake.accept(TRANSFERS, records, received -> EventReader.read(received)
                .filter(TransferEvent.TransferFinished.class::isInstance).map(TransferEvent.TransferFinished.class::cast)
                .ifPresent(event -> truth.transferred(event, received.time())));
    }

    @Incoming("site-requests")
    @RunOnVirtualThread
    void siteRequests(ConsumerRecords<String, byte[]> records) {
        responder.answer(SOURCE, records, answerers);
    }
}
