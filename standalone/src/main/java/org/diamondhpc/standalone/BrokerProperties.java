package org.diamondhpc.standalone;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The broker's configuration. Both listeners are on loopback and ask for a password, since on a shared machine every user
 * reaches loopback.
 *
 * @param password empty for a broker that lets everybody in
 * @param extra    the user's own broker properties, the strongest
 */
record BrokerProperties(String logs, int port, int controllerPort, String password, Map<String, String> extra) {
    /** Keys for the broker's own administration client stand in the same file under this prefix. */
    static final String CLIENT = "client.";

    private static final String USER = "diamond";
    private static final String LOGIN = "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"" + USER
            + "\" password=\"%s\"";

    Map<String, String> broker() {
        Map<String, String> all = new LinkedHashMap<>(Map.of(
                "process.roles", "broker,controller",
                "node.id", "1",
                "controller.quorum.voters", "1@127.0.0.1:" + controllerPort,
                "listeners", "BROKER://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort,
                "advertised.listeners", "BROKER://127.0.0.1:" + port,
                "inter.broker.listener.name", "BROKER",
                "controller.listener.names", "CONTROLLER",
                "log.dirs", logs));
        all.putAll(single());
        all.putAll(small());
        String protocol = password.isEmpty() ? "PLAINTEXT" : "SASL_PLAINTEXT";
        all.put("listener.security.protocol.map", "BROKER:" + protocol + ",CONTROLLER:" + protocol);
        if (!password.isEmpty()) {
            String jaas = LOGIN.formatted(password) + " user_" + USER + "=\"" + password + "\";";
            all.put("listener.name.broker.plain.sasl.jaas.config", jaas);
            all.put("listener.name.controller.plain.sasl.jaas.config", jaas);
            all.put("sasl.enabled.mechanisms", "PLAIN");
            all.put("sasl.mechanism.inter.broker.protocol", "PLAIN");
            all.put("sasl.mechanism.controller.protocol", "PLAIN");
        }
        all.putAll(extra);
        return all;
    }

    /** What a client needs, by Kafka's own names. */
    Map<String, String> client() {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("bootstrap.servers", "127.0.0.1:" + port);
        if (!password.isEmpty()) {
            all.put("security.protocol", "SASL_PLAINTEXT");
            all.put("sasl.mechanism", "PLAIN");
            all.put("sasl.jaas.config", LOGIN.formatted(password) + ";");
        }
        return all;
    }

    /** There is one broker: nothing can be replicated, and nobody is worth waiting for. */
    private static Map<String, String> single() {
        return Map.of(
                "offsets.topic.replication.factor", "1",
                "transaction.state.log.replication.factor", "1",
                "transaction.state.log.min.isr", "1",
                "share.coordinator.state.topic.replication.factor", "1",
                "share.coordinator.state.topic.min.isr", "1",
                "group.initial.rebalance.delay.ms", "0",
                "broker.session.timeout.ms", "3000",
                "broker.heartbeat.interval.ms", "1000",
                "controlled.shutdown.enable", "true",
                "auto.create.topics.enable", "false");
    }

    /** Kafka's defaults are for a machine of its own: 50 partitions of offsets, 128 MiB for the cleaner. */
    private static Map<String, String> small() {
        return Map.of(
                "offsets.topic.num.partitions", "4",
                "transaction.state.log.num.partitions", "1",
                "share.coordinator.state.topic.num.partitions", "1",
                "log.cleaner.dedupe.buffer.size", "2097152",
                "log.segment.bytes", "67108864",
                "log.index.size.max.bytes", "1048576",
                "num.network.threads", "2",
                "num.io.threads", "4",
                "background.threads", "2",
                "log.message.timestamp.type", "CreateTime");
    }

    /** Without the password. */
    @Override
    public String toString() {
        return "BrokerProperties[port " + port + "]";
    }
}
