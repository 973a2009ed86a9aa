package org.diamondhpc.standalone;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** The folder that holds all state of one instance; two instances need two of them and other ports. */
record Home(Path root) {
    Home {
        root = root.toAbsolutePath().normalize();
    }

    void create() throws IOException {
        for (Path folder : List.of(root, run(), logs(), sites(), kafka().getParent())) {
            Files.createDirectories(folder);
        }
        for (Path closed : List.of(secrets(), tokens(), claims())) {
            Files.createDirectories(closed);
            Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
        }
    }

    Path config() {
        return root.resolve("config");
    }

    /** Process records, the status file, the address. */
    Path run() {
        return root.resolve("run");
    }

    Path logs() {
        return root.resolve("logs");
    }

    Path secrets() {
        return root.resolve("secrets");
    }

    /** What a Kafka client needs to log in, by Kafka's own names; for Kafka's own tools too. */
    Path kafkaClient() {
        return secrets().resolve("kafka-client.properties");
    }

    Path tokens() {
        return root.resolve("tokens");
    }

    Path sites() {
        return root.resolve("sites");
    }

    /** Where services find the logins that a human made for one of them. */
    Path logins() {
        return root.resolve("run").resolve("logins");
    }

    Path claims() {
        return root.resolve("claims");
    }

    Path kafka() {
        return root.resolve("data").resolve("kafka");
    }

    Path postgres() {
        return root.resolve("data").resolve("postgres");
    }

    /** What can be made again at any time. */
    Path cache() {
        return root.resolve("cache");
    }

    Path status() {
        return run().resolve("status.json");
    }

    Path url() {
        return run().resolve("url");
    }

    Path brokerReady() {
        return run().resolve("broker.ready");
    }
}
