package org.diamondhpc.messaging.intake;

import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.diamondhpc.messaging.EventHandler;
import org.diamondhpc.messaging.Intake;
import org.diamondhpc.messaging.ReceivedEvent;
import org.diamondhpc.messaging.Together;
import org.diamondhpc.messaging.kafka.CloudEvents;
import org.diamondhpc.messaging.tx.CurrentTrace;
import org.diamondhpc.messaging.tx.Database;
import org.diamondhpc.messaging.tx.Pause;
import org.diamondhpc.messaging.tx.Transactions;
import org.diamondhpc.messaging.tx.Trouble;
import org.diamondhpc.schemas.reason.DiamondException;
import org.jboss.logging.Logger;

/** Handles a batch in one transaction, or in a few beside each other, and takes it apart around what spoils it. */
@Singleton
class BatchIntake implements Intake {
    private static final Logger LOG = Logger.getLogger(BatchIntake.class);
    private static final int ALL_WELL = -1;
    private final Transactions transactions;
    private final Database database;
    private final TableInbox inbox;
    private final DeadLetters deadLetters;
    private final IntakeConfig config;
    private final MeterRegistry meters;
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("intake-", 0).factory());

    BatchIntake(Transactions transactions, Database database, TableInbox inbox, DeadLetters deadLetters,
            IntakeConfig config, MeterRegistry meters) {
        this.transactions = transactions;
        this.database = database;
        this.inbox = inbox;
        this.deadLetters = deadLetters;
        this.config = config;
        this.meters = meters;
    }

    @Override
    public void acceptTogether(String consumer, ConsumerRecords<String, byte[]> records,
            Predicate<ReceivedEvent> wanted, Together together) {
        List<Arrival> arrivals = new ArrayList<>(records.count());
        for (ConsumerRecord<String, byte[]> record : records) {
            try {
                ReceivedEvent event = CloudEvents.read(record);
                if (wanted.test(event)) {
                    arrivals.add(new Arrival(record, event));
                }
            } catch (DiamondException noEvent) {
                putAside(consumer, record, noEvent);
            }
        }
        meters.summary("diamond.intake.batch", "consumer", consumer).record(arrivals.size());
        inLanes(new Batch(consumer, together), arrivals);
    }

    /** Events of one partition are in one lane, so the order of a key is kept. */
    private void inLanes(Batch batch, List<Arrival> arrivals) {
        List<List<Arrival>> lanes = List.copyOf(arrivals.stream()
                .collect(Collectors.groupingBy(arrival -> arrival.record.partition() % Math.max(1, config.lanes()))).values());
        if (lanes.size() <= 1) {
            lanes.forEach(lane -> accept(batch, lane));
            return;
        }
        List<Future<?>> running = lanes.stream().<Future<?>>map(lane -> threads.submit(() -> accept(batch, lane))).toList();
        RuntimeException failed = null;
        for (Future<?> lane : running) {
            try {
                lane.get();
            } catch (ExecutionException e) {
                failed = e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                failed = new IllegalStateException("interrupted", e);
            }
        }
        if (failed != null) {
            throw failed;
        }
    }

    /** What stands before the event that spoils the batch is handled without it, then that one, then the rest. */
    private void accept(Batch batch, List<Arrival> arrivals) {
        List<Arrival> rest = arrivals;
        while (!rest.isEmpty()) {
            int spoilt = attempt(batch, rest);
            if (spoilt == ALL_WELL) {
                return;
            }
            List<Arrival> before = rest.subList(0, spoilt);
            if (attempt(batch, before) != ALL_WELL) {
                before.forEach(each -> acceptAlone(batch, each));
            }
            acceptAlone(batch, rest.get(spoilt));
            rest = rest.subList(spoilt + 1, rest.size());
        }
    }

    /** The index of the event that failed; the last one where what is done together or the commit itself failed. */
    private int attempt(Batch batch, List<Arrival> arrivals) {
        if (arrivals.isEmpty()) {
            return ALL_WELL;
        }
        int[] at = {arrivals.size() - 1};
        try {
            transactions.inNew(() -> {
                Set<String> fresh = inbox.firstTimes(batch.consumer,
                        arrivals.stream().map(arrival -> arrival.event.id()).toList());
                EventHandler handler = batch.together.begin(arrivals.stream().map(Arrival::event)
                        .filter(e -> fresh.contains(e.id())).toList());
                for (int i = 0; i < arrivals.size(); i++) {
                    at[0] = i;
                    ReceivedEvent event = arrivals.get(i).event;
                    if (fresh.remove(event.id())) {
                        handle(handler, event);
                    }
                }
                at[0] = arrivals.size() - 1;
                handler.finish();
                return null;
            });
            return ALL_WELL;
        } catch (Exception e) {
            LOG.debugf(e, "a batch of %d is taken apart", arrivals.size());
            return at[0];
        }
    }

    private void acceptAlone(Batch batch, Arrival arrival) {
        Duration pause = config.pause();
        int tries = 0;
        while (true) {
            try {
                transactions.inNew(() -> {
                    if (inbox.firstTime(batch.consumer, arrival.event.id())) {
                        EventHandler handler = batch.together.begin(List.of(arrival.event));
                        handle(handler, arrival.event);
                        handler.finish();
                    }
                    return null;
                });
                return;
            } catch (Exception e) {
                if (database.stopping()) {
                    throw new IllegalStateException("shutting down; the event comes again", e);
                }
                if (!database.available()) {
                    database.awaitAvailable();
                } else if (Trouble.passing(e) && ++tries < config.tries()) {
                    Pause.of(pause);
                    pause = pause.multipliedBy(2);
                } else {
                    putAside(batch.consumer, arrival.record, e);
                    return;
                }
            }
        }
    }

    private void putAside(String consumer, ConsumerRecord<String, byte[]> record, Exception failure) {
        while (true) {
            try {
                deadLetters.put(consumer, record, failure);
                return;
            } catch (Exception e) {
                LOG.warnf("Cannot write a dead letter yet: %s", e.getMessage());
                Pause.of(Duration.ofMillis(500));
                database.awaitAvailable();
            }
        }
    }

    private static void handle(EventHandler handler, ReceivedEvent event) throws Exception {
        CurrentTrace.with(event.headers().get(CurrentTrace.HEADER), () -> {
            handler.handle(event);
            return null;
        });
    }

    private record Arrival(ConsumerRecord<String, byte[]> record, ReceivedEvent event) { }

    private record Batch(String consumer, Together together) { }
}
