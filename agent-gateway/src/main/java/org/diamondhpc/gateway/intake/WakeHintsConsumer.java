package org.diamondhpc.gateway.intake;

import jakarta.enterprise.context.ApplicationScoped;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.diamondhpc.gateway.signal.Signals;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** ⑥ Every replica hears of every session's news, so that a waiter is told wherever it hangs. */
@ApplicationScoped
class WakeHintsConsumer {
    private final Signals signals;

    WakeHintsConsumer(Signals signals) {
        this.signals = signals;
    }

    @Incoming("wake-hints")
    void consume(ConsumerRecords<String, byte[]> records) {
        for (ConsumerRecord<String, byte[]> record : records) {
            signals.fire("session:" + record.key());
        }
    }
}
