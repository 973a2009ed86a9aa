package org.diamondhpc.messaging;

import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** A service's consumer as it should be written, with a handler that tests replace. */
@Singleton
public class EchoConsumer {
    private final Map<String, CompletableFuture<ReceivedEvent>> handled = new ConcurrentHashMap<>();
    volatile EventHandler handler = event -> { };
    private final Intake intake;

    EchoConsumer(Intake intake) {
        this.intake = intake;
    }

    @Incoming("echo")
    @RunOnVirtualThread
    void consume(ConsumerRecords<String, byte[]> records) {
        intake.accept("echo", records, event -> {
            handler.handle(event);
            one(event.id()).complete(event);
        });
    }

    /** The event once it was handled; its transaction may still be open. */
    ReceivedEvent await(String id) {
        try {
            return one(id).get(30, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError("event " + id + " was not handled", e);
        }
    }

    boolean handled(String id) {
        return one(id).isDone();
    }

    private CompletableFuture<ReceivedEvent> one(String id) {
        return handled.computeIfAbsent(id, each -> new CompletableFuture<>());
    }
}
