package org.diamondhpc.messaging.ask;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.jboss.logging.Logger;

/** Follows one reply topic from its end on, for as long as the process lives, over every loss of the broker. */
final class ReplyListener implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(ReplyListener.class);
    private final String topic;
    private final Supplier<KafkaConsumer<String, byte[]>> consumers;
    private final Consumer<ConsumerRecord<String, byte[]>> sink;
    private final CountDownLatch ready = new CountDownLatch(1);
    private final Thread thread;
    private volatile boolean closed;

    ReplyListener(String topic, Supplier<KafkaConsumer<String, byte[]>> consumers,
            Consumer<ConsumerRecord<String, byte[]>> sink) {
        this.topic = topic;
        this.consumers = consumers;
        this.sink = sink;
        this.thread = Thread.ofPlatform().daemon().name("replies-" + topic).start(this::run);
    }

    /** Waits until an answer sent from now on would be seen. */
    boolean awaitReady(Duration atMost) throws InterruptedException {
        return ready.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }

    private void run() {
        while (!closed) {
            try (KafkaConsumer<String, byte[]> consumer = consumers.get()) {
                follow(consumer);
            } catch (InterruptException e) {
                LOG.debug("asked to stop");
            } catch (KafkaException | IllegalStateException e) {
                LOG.warnf("Replies on %s are not followed for now: %s", topic, e.getMessage());
                rest();
            }
        }
    }

    private void follow(KafkaConsumer<String, byte[]> consumer) {
        List<TopicPartition> partitions = consumer.partitionsFor(topic, Duration.ofSeconds(10)).stream()
                .map(each -> new TopicPartition(topic, each.partition())).toList();
        if (partitions.isEmpty()) {
            throw new IllegalStateException("the topic does not exist");
        }
        consumer.assign(partitions);
        consumer.seekToEnd(partitions);
        // Seeking is lazy: asking for the position makes sure it happened before the first question leaves.
        partitions.forEach(consumer::position);
        ready.countDown();
        while (!closed) {
            consumer.poll(Duration.ofMillis(500)).forEach(sink);
        }
    }

    private void rest() {
        try {
            Thread.sleep(500);
        } catch (InterruptedException e) {
            LOG.debug("asked to stop");
        }
    }
}
