package org.diamondhpc.messaging;

import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** A service's consumer as it should be written, with a handler that tests replace. */
@Singleton
public class EchoConsumer {
    final List<ReceivedEvent> seen = new CopyOnWriteArrayList<>();
    volatile EventHandler handler = seen::add;
    private final Intake intake;

    EchoConsumer(Intake intake) {
        this.intake = intake;
    }

    @Incoming("echo")
    @RunOnVirtualThread
    void consume(ConsumerRecords<String, byte[]> records) {
        intake.accept("echo", records, event -> handler.handle(event));
    }
}
