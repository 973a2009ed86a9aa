package org.diamondhpc.discovery;

import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.diamondhpc.discovery.domain.SampleSite;
import org.diamondhpc.discovery.domain.SampleTask;
import org.diamondhpc.messaging.Question;
import org.diamondhpc.messaging.RequestReply;
import org.diamondhpc.messaging.domain.EventPublisher;
import org.diamondhpc.messaging.testing.DiamondTestResource;
import org.diamondhpc.messaging.testing.TestingKafka;
import org.diamondhpc.schemas.Topics;
import org.diamondhpc.schemas.event.Event;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.event.TaskEvent.TaskRequested;
import org.diamondhpc.schemas.id.IdSource;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.request.RequestTypes;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.request.SiteRequest;
import org.diamondhpc.schemas.site.SiteHealth;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.schemas.spec.Dependency;
import org.diamondhpc.schemas.spec.TaskSpec;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.schemas.task.TaskState;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The service against a real broker and database, with sites that do what a test says. */
@QuarkusTestResource(DiamondTestResource.class)
@TestProfile(ServiceTest.QuickProfiles.class)
abstract class ServiceTest {
    @Inject
    TestingSites sites;
    @Inject
    EventPublisher publisher;
    @Inject
    RequestReply requests;
    @Inject
    IdSource ids;
    @Inject
    EntityManager entities;
    @Inject
    MeterRegistry meters;
    TestingKafka kafka;
    TopicTail tasks;
    TopicTail snapshots;

    @BeforeEach
    void open() {
        tasks = new TopicTail(kafka.bootstrapServers(), Topics.TASK_EVENTS.topic());
        snapshots = new TopicTail(kafka.bootstrapServers(), Topics.SITE_SNAPSHOTS.topic());
    }

    @AfterEach
    void close() {
        tasksOnTheirWay().forEach(task -> publish(new TaskEvent.TaskEnded(new TaskId(task), new TenantId("demo"), null,
                TaskState.FAILED, 1, null, Instant.now())));
        sites.removeAll();
        sites.errors();
        await().atMost(Duration.ofSeconds(60)).until(() -> count("site_state") == 0 && tasksOnTheirWay().isEmpty());
        tasks.close();
        snapshots.close();
    }

    SampleTask task() {
        return new SampleTask(ids.task().value());
    }

    TaskOrder request(SampleTask task) {
        TaskOrder order = task.order();
        publish(new TaskRequested(order));
        return order;
    }

    void publish(Event event) {
        QuarkusTransaction.requiringNew().run(() -> publisher.publish(event));
    }

    void up(SampleSite site) {
        sites.put(site.snapshot());
        awaitHealth(site.snapshot().site().value(), SiteHealth.State.UP);
    }

    void awaitHealth(String site, SiteHealth.State state) {
        await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(50)).until(() ->
                snapshots.records().stream().anyMatch(r -> r.key().equals(site)) && last(site).value() != null
                        && snapshot(site).health().state() == state);
        // the board follows within its own pause
        sleep(Duration.ofMillis(700));
    }

    @SuppressWarnings("unchecked")
    List<String> tasksOnTheirWay() {
        return (List<String>) (List<?>) rows("select task from placing_task");
    }

    ConsumerRecord<String, byte[]> last(String site) {
        return snapshots.records().stream().filter(r -> r.key().equals(site)).reduce((a, b) -> b).orElseThrow();
    }

    SiteSnapshot snapshot(String site) {
        return TopicTail.read(last(site), SiteSnapshot.class);
    }

    SiteReply ask(SiteRequest request) throws Exception {
        return requests.ask(new Question(Topics.SITE_REQUESTS.topic(), Topics.SITE_REPLIES.topic(), "k",
                RequestTypes.of(request), "k", "/test", request, Duration.ofSeconds(15), null), SiteReply.class)
                .get(20, TimeUnit.SECONDS);
    }

    Problem problem(SiteRequest request) throws Exception {
        try {
            ask(request);
            throw new AssertionError("no problem");
        } catch (ExecutionException e) {
            return ((DiamondException) e.getCause()).problem();
        }
    }

    Object column(TaskOrder order, String name) {
        return rows("select %s from decision where task = '%s' and attempt = %d".formatted(name, order.task(),
                order.attempt())).getFirst();
    }

    long count(String table) {
        return ((Number) rows("select count(*) from " + table).getFirst()).longValue();
    }

    @SuppressWarnings("unchecked")
    List<Object> rows(String sql) {
        return QuarkusTransaction.requiringNew().call(() -> entities.createNativeQuery(sql).getResultList());
    }

    static TaskOrder with(TaskOrder order, TaskId dependency) {
        TaskSpec s = order.spec();
        TaskSpec dependent = new TaskSpec(s.name(), s.executable(), s.arguments(), s.script(),
                s.container(), s.environment(), s.resources(), s.modules(), s.inputs(), s.outputs(), s.constraints(),
                s.account(), s.queue(), s.qos(), s.reservation(),
                List.of(new Dependency(dependency, null)), s.array(), s.retries(),
                s.checkpoint(), s.placement(), s.workspace(), s.labels());
        return new TaskOrder(order.task(), order.tenant(), null, dependent, order.inputs(), 1, null, order.requestedAt());
    }

    static void sleep(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Profiles that come and go are noticed at once. */
    public static class QuickProfiles implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("diamond.sites.poll", "200ms");
        }
    }
}
