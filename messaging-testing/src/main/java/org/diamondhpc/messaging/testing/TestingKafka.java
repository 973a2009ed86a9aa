package org.diamondhpc.messaging.testing;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;
import org.diamondhpc.schemas.Topics;

/**
 * A single-node KRaft broker in this JVM, on loopback; or, with {@link #at}, a broker that runs elsewhere. The own one keeps port and data over {@link #stop} and {@link #start},
 * so a test can take the broker away and bring it back. Topics are made by name only ({@link #createTopic}), as in
 * production: nothing is created by a typing error.
 */
public final class TestingKafka implements AutoCloseable {
    private final String elsewhere;
    private final Path folder;
    private final int port = FreePort.find();
    private final int controllerPort = FreePort.find();
    private final String clusterId = Uuid.randomUuid().toString();
    private final Map<String, String> overrides;
    private KafkaRaftServer server;

    public TestingKafka() {
        this(Map.of());
    }

    /** With broker settings of one's own, such as {@code message.max.bytes}. */
    public TestingKafka(Map<String, String> overrides) {
        this.elsewhere = null;
        this.overrides = Map.copyOf(overrides);
        this.folder = Folder.temporary("diamond-kafka-");
        format();
        start();
    }

    private TestingKafka(String bootstrapServers) {
        this.elsewhere = bootstrapServers;
        this.overrides = Map.of();
        this.folder = null;
    }

    /** A broker this JVM did not start and cannot take away. */
    public static TestingKafka at(String bootstrapServers) {
        return new TestingKafka(bootstrapServers);
    }

    /** Whether {@link #stop} and {@link #start} work. */
    public boolean restartable() {
        return elsewhere == null;
    }

    public String bootstrapServers() {
        return elsewhere == null ? "127.0.0.1:" + port : elsewhere;
    }

    /** Starts the broker on its kept data; about 2 s. */
    public void start() {
        if (!restartable()) {
            throw new UnsupportedOperationException("the broker runs elsewhere");
        }
        KafkaRaftServer starting = new KafkaRaftServer(new KafkaConfig(config(), false), Time.SYSTEM);
        starting.startup();
        server = starting;
    }

    /** Takes the broker away; clients find nobody listening. */
    public void stop() {
        if (server != null) {
            server.shutdown();
            server.awaitShutdown();
            server = null;
        }
    }

    /** Does nothing where the topic exists. */
    public void createTopic(String name, int partitions) {
        createTopic(name, partitions, Map.of());
    }

    /** With topic settings of its own, such as {@code max.message.bytes}. */
    public void createTopic(String name, int partitions, Map<String, String> settings) {
        create(List.of(new NewTopic(name, partitions, (short) 1).configs(settings)));
    }

    /** Every topic of {@link Topics} with its dead letters. */
    public void createDiamondTopics() {
        List<NewTopic> topics = new ArrayList<>();
        for (Topics each : Topics.all()) {
            NewTopic topic = new NewTopic(each.topic(), each.partitions(), (short) 1);
            topics.add(each.compacted() ? topic.configs(Map.of("cleanup.policy", "compact")) : topic);
            topics.add(new NewTopic(each.deadLetters(), 1, (short) 1));
        }
        create(topics);
    }

    private void create(List<NewTopic> topics) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers()))) {
            for (KafkaFuture<Void> each : admin.createTopics(topics).values().values()) {
                await(each);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static void await(KafkaFuture<Void> created) throws InterruptedException {
        try {
            created.get();
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw new IllegalStateException(e.getCause());
            }
        }
    }

    @Override
    public void close() {
        stop();
        if (folder != null) {
            Folder.delete(folder);
        }
    }

    private void format() {
        try {
            new Formatter()
                    .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                    .setNodeId(1)
                    .setClusterId(clusterId)
                    .addDirectory(Files.createDirectories(folder.resolve("log")).toString())
                    .setMetadataLogDirectory(Optional.empty())
                    .setReleaseVersion(MetadataVersion.LATEST_PRODUCTION)
                    .setControllerListenerName("CONTROLLER")
                    .setIgnoreFormatted(true)
                    .run();
        } catch (Exception e) {
            throw new IllegalStateException("cannot format " + folder, e);
        }
    }

    private Map<String, String> config() {
        Map<String, String> config = new HashMap<>();
        config.put("node.id", "1");
        config.put("process.roles", "broker,controller");
        config.put("controller.quorum.voters", "1@127.0.0.1:" + controllerPort);
        config.put("controller.listener.names", "CONTROLLER");
        config.put("listeners", "PLAINTEXT://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d".formatted(port, controllerPort));
        config.put("advertised.listeners", "PLAINTEXT://127.0.0.1:" + port);
        config.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        config.put("log.dirs", folder.resolve("log").toString());
        config.put("auto.create.topics.enable", "false");
        config.put("offsets.topic.replication.factor", "1");
        config.put("offsets.topic.num.partitions", "3");
        config.put("transaction.state.log.replication.factor", "1");
        config.put("transaction.state.log.min.isr", "1");
        config.put("share.coordinator.state.topic.replication.factor", "1");
        config.put("share.coordinator.state.topic.min.isr", "1");
        config.put("group.initial.rebalance.delay.ms", "0");
        // The default takes 128 MiB of heap.
        config.put("log.cleaner.dedupe.buffer.size", "2097152");
        config.put("log.segment.bytes", "16777216");
        config.put("broker.session.timeout.ms", "3000");
        config.putAll(overrides);
        return config;
    }
}
