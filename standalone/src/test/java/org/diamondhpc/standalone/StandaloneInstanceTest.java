package org.diamondhpc.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.diamondhpc.schemas.Topics;
import org.diamondhpc.standalone.process.ProcessMark;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real broker and a real PostgreSQL under a real supervisor, killed in every way. */
class StandaloneInstanceTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    private static Path folder;
    private static StandaloneInstance instance;

    @BeforeAll
    static void start() throws Exception {
        instance = StandaloneInstance.start(folder, Map.of("services", "none"));
    }

    @AfterAll
    static void stop() throws Exception {
        instance.close();
    }

    @Test
    void acknowledgedEventsOutliveAKilledBroker() throws Exception {
        String event = UUID.randomUUID().toString();
        send(event);
        long before = instance.pid("broker");
        instance.kill("broker");

        instance.awaitReady(PATIENCE);

        assertThat(instance.pid("broker")).isNotEqualTo(before);
        assertThat(received()).contains(event);
    }

    @Test
    void committedRowsOutliveAKilledDatabase() throws Exception {
        execute("transfer", "create table if not exists kept (id text)");
        execute("transfer", "insert into kept values ('before the kill')");
        long before = instance.pid("postgres");
        instance.kill("postgres");

        instance.awaitReady(PATIENCE);

        assertThat(instance.pid("postgres")).isNotEqualTo(before);
        assertThat(query("transfer", "select id from kept")).isEqualTo("before the kill");
    }

    @Test
    void theNextSupervisorAdoptsWhatAKilledOneLeft() throws Exception {
        List<Long> before = List.of(instance.pid("broker"), instance.pid("postgres"));
        instance.kill("supervisor");

        instance.start();

        assertThat(List.of(instance.pid("broker"), instance.pid("postgres"))).isEqualTo(before);
        instance.kill("postgres");
        assertThat(instance.awaitReady(PATIENCE)).isLessThan(PATIENCE);
    }

    @Test
    void stoppingEndsEverythingAndStartingKeepsDataAndTokens() throws Exception {
        String event = UUID.randomUUID().toString();
        send(event);
        String token = instance.token("demo");
        List<Long> pids = List.of(instance.pid("supervisor"), instance.pid("broker"), instance.pid("postgres"));

        instance.stop();

        assertThat(pids).noneMatch(pid -> ProcessMark.of(pid).isPresent());
        instance.start();
        assertThat(received()).contains(event);
        assertThat(instance.token("demo")).isEqualTo(token);
    }

    @Test
    void stoppingWorksWithoutASupervisor() throws Exception {
        List<Long> pids = List.of(instance.pid("broker"), instance.pid("postgres"));
        instance.kill("supervisor");

        instance.stop();

        assertThat(pids).noneMatch(pid -> ProcessMark.of(pid).isPresent());
        instance.start();
    }

    @Test
    void aServiceReachesOnlyItsOwnSchema() throws Exception {
        execute("monitor", "create table if not exists mine (id text)");

        assertThatThrownBy(() -> query("submit", "select id from monitor.mine"))
                .isInstanceOf(SQLException.class).hasMessageContaining("permission denied for schema monitor");
        assertThatThrownBy(() -> execute("submit", "create table public.anything (id text)"))
                .isInstanceOf(SQLException.class).hasMessageContaining("permission denied for schema public");
    }

    @Test
    void theDatabaseIsDurable() throws Exception {
        assertThat(query("gateway", "show fsync")).isEqualTo("on");
        assertThat(query("gateway", "show synchronous_commit")).isEqualTo("on");
    }

    @Test
    void everyTopicExistsAsTheContractSays() throws Exception {
        try (Admin admin = Admin.create(new HashMap<String, Object>(instance.kafkaClient()))) {
            Map<String, TopicDescription> topics = admin.describeTopics(admin.listTopics().names().get()).allTopicNames().get();

            for (Topics topic : Topics.all()) {
                assertThat(topics.get(topic.topic()).partitions()).as(topic.topic()).hasSize(topic.partitions());
                assertThat(topics).containsKey(topic.deadLetters());
                assertThat(policy(admin, topic.topic())).isEqualTo(topic.compacted() ? "compact" : "delete");
            }
        }
    }

    @Test
    void theBrokerRefusesAWrongPassword() throws Exception {
        Map<String, Object> wrong = new HashMap<>(instance.kafkaClient());
        wrong.compute("sasl.jaas.config", (key, value) -> String.valueOf(value).replaceAll("password=\"..", "password=\"zz"));

        try (Admin admin = Admin.create(wrong)) {
            assertThatThrownBy(() -> admin.listTopics().names().get()).isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(SaslAuthenticationException.class);
        }
    }

    @Test
    void aTakenPortIsNamedWithItsHolderAndWhatToSet(@TempDir Path other) throws Exception {
        String base = Files.readString(folder.resolve("config")).lines().filter(line -> line.startsWith("port.base="))
                .findFirst().orElseThrow().substring("port.base=".length());

        assertThatThrownBy(() -> StandaloneInstance.start(other, Map.of("services", "none", "port.base", base)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("port " + (Integer.parseInt(base) + Port.POSTGRES.ordinal()), "(port.postgres)",
                        "is taken", "process " + instance.pid("postgres"), "port.base", "DIAMOND_PORT_BASE");
    }

    @Test
    void aServiceThatIsNotBuiltIsNamed(@TempDir Path other) throws Exception {
        Plan plan = new Plan(new Home(other), Settings.load(other.resolve("config"), Map.of()), new Jvm(other),
                new SecureRandom());

        assertThatThrownBy(plan::prepare).isInstanceOf(Refusal.class)
                .hasMessage("agent-gateway is not built: ./diamond build");
    }

    @Test
    void twoStartsAtTheSameTimeMakeOneInstance() throws Exception {
        instance.stop();
        try (var starts = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Process>> both = List.of(starts.submit(StandaloneInstanceTest::up), starts.submit(StandaloneInstanceTest::up));

            for (Future<Process> start : both) {
                assertThat(start.get().waitFor()).isZero();
            }
        }
        assertThat(instance.awaitReady(PATIENCE)).isLessThan(PATIENCE);
    }

    @Test
    void secretsAreReadableByTheirOwnerOnly() throws IOException {
        for (String closed : List.of("secrets", "tokens", "claims")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(closed))))
                    .isEqualTo("rwx------");
        }
        assertThat(Files.readString(folder.resolve("tokens/tokens.json"))).doesNotContain(instance.token("demo"));
        String broker = Files.readString(folder.resolve("secrets/kafka")).strip();
        String database = Files.readString(folder.resolve("secrets/postgres")).strip();
        for (String log : List.of("broker.log", "postgres.log", "supervisor.log")) {
            assertThat(folder.resolve("logs").resolve(log)).content().doesNotContain(broker, database);
        }
    }

    private static Process up() throws IOException {
        return new ProcessBuilder(Jvm.java().toString(), "-Ddiamond.home=" + folder, "-cp", System.getProperty("java.class.path"),
                Standalone.class.getName(), "up").redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    }

    private static void send(String event) throws Exception {
        Map<String, Object> settings = new HashMap<>(instance.kafkaClient());
        settings.put("acks", "all");
        try (var producer = new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>(Topics.TASK_EVENTS.topic(), "task", event)).get();
        }
    }

    private static List<String> received() throws IOException {
        Map<String, Object> settings = new HashMap<>(instance.kafkaClient());
        settings.put("group.id", UUID.randomUUID().toString());
        settings.put("auto.offset.reset", "earliest");
        List<String> all = new ArrayList<>();
        try (var consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of(Topics.TASK_EVENTS.topic()));
            for (int quiet = 0; quiet < (all.isEmpty() ? 100 : 5); quiet++) {
                consumer.poll(Duration.ofMillis(200)).forEach(record -> all.add(record.value()));
            }
        }
        return all;
    }

    private static String policy(Admin admin, String topic) throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        return admin.describeConfigs(List.of(resource)).all().get().get(resource).get(TopicConfig.CLEANUP_POLICY_CONFIG)
                .value();
    }

    private static void execute(String role, String sql) throws Exception {
        try (Connection connection = connect(role); Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String query(String role, String sql) throws Exception {
        try (Connection connection = connect(role); Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? rows.getString(1) : null;
        }
    }

    private static Connection connect(String role) throws Exception {
        return DriverManager.getConnection(instance.jdbcUrl(), role, instance.databasePassword(role));
    }
}
