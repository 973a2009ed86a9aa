package org.diamondhpc.standalone;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/**
 * A Kafka broker and controller in one process, from Maven's artifacts. The log folder is formatted at the first start and
 * keeps the cluster's id. Once all topics exist the file named by the second argument is written.
 */
public final class BrokerMain {
    private BrokerMain() {
    }

    /** @param args the file with the broker's properties, the file to write when ready */
    public static void main(String[] args) throws Exception {
        Properties file = new Properties();
        try (Reader reader = Files.newBufferedReader(Path.of(args[0]))) {
            file.load(reader);
        }
        Map<String, String> client = new HashMap<>();
        Map<String, String> broker = new HashMap<>();
        file.stringPropertyNames().forEach(key -> {
            boolean forClient = key.startsWith(BrokerProperties.CLIENT);
            (forClient ? client : broker).put(forClient ? key.substring(BrokerProperties.CLIENT.length()) : key,
                    file.getProperty(key));
        });
        format(broker);
        KafkaRaftServer server = new KafkaRaftServer(new KafkaConfig(broker, false), Time.SYSTEM);
        Runtime.getRuntime().addShutdownHook(new Thread(server::shutdown, "stop"));
        server.startup();
        new BrokerTopics(client).create();
        Files.writeString(Path.of(args[1]), "ready\n");
        server.awaitShutdown();
    }

    private static void format(Map<String, String> broker) throws Exception {
        Path logs = Path.of(broker.get("log.dirs"));
        if (Files.exists(logs.resolve("meta.properties"))) {
            return;
        }
        discardHalfFormatted(logs);
        Formatter formatter = new Formatter().setPrintStream(System.out)
                .setClusterId(Uuid.randomUuid().toString())
                .setNodeId(Integer.parseInt(broker.get("node.id")))
                .setReleaseVersion(MetadataVersion.LATEST_PRODUCTION)
                .setControllerListenerName(broker.get("controller.listener.names"))
                .setMetadataLogDirectory(logs.toString());
        formatter.addDirectory(logs.toString());
        formatter.run();
    }

    /** A format that was cut off leaves a folder without {@code meta.properties}; nothing of worth can be in it. */
    private static void discardHalfFormatted(Path logs) throws IOException {
        Files.createDirectories(logs);
        try (Stream<Path> files = Files.walk(logs)) {
            for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
                if (!path.equals(logs)) {
                    Files.delete(path);
                }
            }
        }
    }
}
