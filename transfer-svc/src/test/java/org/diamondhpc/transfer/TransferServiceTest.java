package org.diamondhpc.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.diamondhpc.transfer.work.Orders.completed;
import static org.diamondhpc.transfer.work.Orders.job;
import static org.diamondhpc.transfer.work.Orders.order;
import static org.diamondhpc.transfer.work.Orders.output;
import static org.diamondhpc.transfer.work.Orders.placement;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.diamondhpc.messaging.ClaimRef;
import org.diamondhpc.messaging.ClaimStore;
import org.diamondhpc.messaging.Question;
import org.diamondhpc.messaging.RequestReply;
import org.diamondhpc.messaging.testing.DiamondTestResource;
import org.diamondhpc.messaging.testing.TestingKafka;
import org.diamondhpc.schemas.Topics;
import org.diamondhpc.schemas.event.Event;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.event.TaskEvent.CollectionDeferred;
import org.diamondhpc.schemas.event.TaskEvent.InputsStaged;
import org.diamondhpc.schemas.event.TaskEvent.JobFinished;
import org.diamondhpc.schemas.event.TaskEvent.OutputsCollected;
import org.diamondhpc.schemas.event.TaskEvent.StagingDeferred;
import org.diamondhpc.schemas.event.TaskEvent.StagingFailed;
import org.diamondhpc.schemas.event.TaskEvent.TaskCancelRequested;
import org.diamondhpc.schemas.event.TaskEvent.TaskCancelled;
import org.diamondhpc.schemas.event.TaskEvent.TaskPlaced;
import org.diamondhpc.schemas.event.TransferEvent.Item;
import org.diamondhpc.schemas.event.TransferEvent.TransferCancelRequested;
import org.diamondhpc.schemas.event.TransferEvent.TransferCancelled;
import org.diamondhpc.schemas.event.TransferEvent.TransferFinished;
import org.diamondhpc.schemas.event.TransferEvent.TransferProgressed;
import org.diamondhpc.schemas.event.TransferEvent.TransferRequested;
import org.diamondhpc.schemas.event.TransferEvent.TransferStalled;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.id.TransferId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.request.RequestTypes;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.request.SiteRequest;
import org.diamondhpc.schemas.spec.Constraints;
import org.diamondhpc.schemas.task.Replica;
import org.diamondhpc.schemas.task.ResolvedInput;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.site.testing.TestingSshSite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The whole service: real Kafka, real PostgreSQL, two sites over real SSH. */
@QuarkusTest
@QuarkusTestResource(value = DiamondTestResource.class)
@QuarkusTestResource(value = SitesTestResource.class)
class TransferServiceTest {
    private static final TenantId ALICE = new TenantId("alice");
    private static final SiteId BETA = new SiteId("beta");
    private static int counter;

    @Inject
    ClaimStore claims;
    @Inject
    RequestReply questions;
    TestingKafka kafka;
    private final TestingSshSite alpha = SitesTestResource.alpha;
    private final TestingSshSite beta = SitesTestResource.beta;
    private final String task = "t-%08d".formatted(++counter);
    private Topic topic;

    @BeforeEach
    void topics() {
        topic = new Topic(kafka.bootstrapServers());
    }

    @AfterEach
    void heal() {
        beta.network().refuse(false);
        beta.network().stall(false);
        alpha.network().refuse(false);
        topic.close();
    }

    @Test
    void taskWithoutInputsIsStagedAtOnce() {
        place(order(task, List.of()));

        InputsStaged staged = topic.await(InputsStaged.class, task);

        assertThat(staged.staging().mover()).isEqualTo("none");
        assertThat(staged.staging().files()).isEmpty();
    }

    @Test
    void inputsOfEachKindAreStagedOnceWhateverComesTwice() throws IOException {
        byte[] claimed = random(3000);
        ClaimRef claim = claims.put(new ByteArrayInputStream(claimed));
        byte[] far = random(4000);
        byte[] near = random(5000);
        write(beta, "far", far);
        write(alpha, "near", near);
        TaskPlaced placed = new TaskPlaced(order(task, List.of(
                new ResolvedInput(null, "in.txt", "text", false, null, null, null),
                new ResolvedInput("ws://w/c", "c", null, true, claim.size(), claim.sha256(),
                        List.of(Replica.inStore(claim.sha256()))),
                new ResolvedInput("beta:~/far", "sub/far", null, false, null, null,
                        List.of(Replica.at(BETA, "~/far"))),
                new ResolvedInput("alpha:~/near", "near", null, false, null, null,
                        List.of(Replica.at(alpha.id(), "~/near"))))), placement("alpha", alpha.account().user()));

        String id = topic.send(placed);
        topic.send(placed, id);
        InputsStaged staged = topic.await(InputsStaged.class, task);

        Path work = work(alpha, placed.order());
        assertThat(work.resolve("in.txt")).hasContent("text");
        assertThat(work.resolve("c")).hasBinaryContent(claimed).isExecutable();
        assertThat(work.resolve("sub/far")).hasBinaryContent(far);
        assertThat(work.resolve("near")).hasBinaryContent(near);
        assertThat(staged.staging().files()).extracting(f -> f.path() + " " + f.moved())
                .containsExactly("in.txt true", "c true", "sub/far true", "near false");
        assertThat(staged.staging().bytes()).isEqualTo(4 + 3000 + 4000);
        assertThat(topic.all(task, Duration.ofSeconds(1))).filteredOn(InputsStaged.class::isInstance).hasSize(1);
    }

    @Test
    void secondTaskTakesWhatTheFirstBroughtThere() throws IOException {
        byte[] bytes = random(4000);
        write(beta, "shared", bytes);
        List<ResolvedInput> inputs = List.of(new ResolvedInput("beta:~/shared", "f", null, false, (long) bytes.length,
                sha(bytes), List.of(Replica.at(BETA, "~/shared"))));
        place(order(task, inputs));
        topic.await(InputsStaged.class, task);
        String second = "t-%08d".formatted(++counter);

        place(order(second, inputs));

        assertThat(topic.await(InputsStaged.class, second).staging().bytes()).isZero();
    }

    @Test
    void missingSourceGoesBack() {
        place(order(task, List.of(new ResolvedInput("beta:/no/such", "f", null, false, null, null,
                List.of(Replica.at(BETA, "/no/such"))))));

        assertThat(topic.await(StagingFailed.class, task).problem().reason()).isEqualTo(Reason.TRANSFER_SOURCE_MISSING);
    }

    @Test
    void siteThatStaysAwayIsGivenBackUnlessItIsTheOnlyOne() throws IOException {
        write(beta, "f", random(10));
        beta.network().refuse(true);
        beta.network().cut();
        List<ResolvedInput> inputs = List.of(new ResolvedInput("beta:~/f", "f", null, false, null, null,
                List.of(Replica.at(BETA, "~/f"))));
        place(order(task, inputs));
        String bound = "t-%08d".formatted(++counter);
        place(order(bound, inputs, new Constraints(List.of(alpha.id()), null, null, null, null, null)));

        assertThat(topic.await(StagingFailed.class, task).problem().reason()).isIn(Reason.SITE_UNREACHABLE,
                Reason.SITE_CONNECTION_LOST);
        assertToldOnceForEachReason(topic.all(bound, Duration.ofMillis(200)), StagingDeferred.class);
        beta.network().refuse(false);
        assertThat(topic.await(InputsStaged.class, bound).staging().files()).hasSize(1);
    }

    @Test
    void cutInTheMiddleGoesOn() throws IOException {
        byte[] bytes = random(96 << 20);
        write(beta, "large", bytes);
        place(order(task, List.of(new ResolvedInput("beta:~/large", "f", null, false, null, null,
                List.of(Replica.at(BETA, "~/large"))))));
        Path attempt = work(alpha, order(task, List.of())).getParent();
        Awaitility.await().pollInterval(5, TimeUnit.MILLISECONDS).atMost(20, TimeUnit.SECONDS)
                .until(() -> partSize(attempt) > 8 << 20);
        alpha.network().cut();
        beta.network().cut();

        topic.await(InputsStaged.class, task);

        assertThat(attempt.resolve("work/f")).hasBinaryContent(bytes);
        assertThat(attempt.toFile().list()).containsExactly("work");
    }

    @Test
    void cancelledStagingStopsAndLeavesNothing() throws IOException {
        write(beta, "f", random(10));
        beta.network().refuse(true);
        beta.network().cut();
        TaskOrder order = order(task, List.of(new ResolvedInput(null, "t", "text", false, null, null, null),
                new ResolvedInput("beta:~/f", "f", null, false, null, null, List.of(Replica.at(BETA, "~/f")))),
                new Constraints(List.of(alpha.id()), null, null, null, null, null));
        place(order);
        Path attempt = work(alpha, order).getParent();
        Awaitility.await().until(() -> Files.exists(attempt.resolve("work/t")));

        topic.send(new TaskCancelRequested(new TaskId(task), ALICE, "alice", "no more"));

        assertThat(topic.await(TaskCancelled.class, task).stage()).isEqualTo("staging");
        beta.network().refuse(false);
        Awaitility.await().atMost(30, TimeUnit.SECONDS).until(() -> !Files.exists(attempt));
        assertThat(topic.all(task, Duration.ofMillis(200))).noneMatch(InputsStaged.class::isInstance);
    }

    @Test
    void placementAfterACancellationIsRefused() {
        topic.send(new TaskCancelRequested(new TaskId(task), ALICE, "alice", "no more"));
        place(order(task, List.of()));

        topic.await(TaskCancelled.class, task);

        assertThat(topic.all(task, Duration.ofMillis(500))).noneMatch(InputsStaged.class::isInstance);
    }

    @Test
    void endedJobIsCollected() throws IOException {
        TaskOrder order = ended(task, output("out/*.dat"), output("none"));
        write(alpha, relative(order) + "/work/out/r.dat", "result".getBytes(StandardCharsets.UTF_8));

        topic.send(finished(order));
        OutputsCollected collected = topic.await(OutputsCollected.class, task);

        assertThat(collected.outputs()).extracting(o -> o.path()).containsExactlyInAnyOrder(
                "ws://default/tasks/" + task + "/stdout", "ws://default/tasks/" + task + "/stderr",
                "ws://default/tasks/" + task + "/out/r.dat");
        assertThat(collected.missing()).containsExactly("none");
        assertThat(collected.outcome()).isEqualTo(completed());
        assertThat(collected.problem()).isNull();
    }

    @Test
    void endIsNotLostWhileTheSiteIsAway() throws IOException {
        TaskOrder order = ended(task);
        alpha.network().refuse(true);
        alpha.network().cut();
        topic.send(finished(order));

        List<Event> news = topic.all(task, Duration.ofSeconds(6));
        assertThat(news).noneMatch(OutputsCollected.class::isInstance);
        assertToldOnceForEachReason(news, CollectionDeferred.class);
        alpha.network().refuse(false);

        assertThat(topic.await(OutputsCollected.class, task).outputs()).hasSize(2);
    }

    private static void assertToldOnceForEachReason(List<Event> news, Class<? extends TaskEvent.Deferred> type) {
        List<Reason> told = news.stream().filter(type::isInstance).map(type::cast).map(d -> d.problem().reason()).toList();
        assertThat(told).isNotEmpty();
        for (int i = 1; i < told.size(); i++) {
            assertThat(told.get(i)).isNotEqualTo(told.get(i - 1));
        }
    }

    @Test
    void collectingIsQuick() throws IOException {
        List<Long> millis = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            String each = "t-%08d".formatted(++counter);
            TaskOrder order = ended(each);
            Instant sent = Instant.now();
            topic.send(finished(order));
            Topic.Seen seen = topic.awaitSeen(e -> e instanceof OutputsCollected c && c.task().value().equals(each), each);
            millis.add(Duration.between(sent, seen.at()).toMillis());
        }
        List<Long> warm = millis.subList(20, millis.size()).stream().sorted().toList();

        System.out.println("JobFinished -> OutputsCollected, ms: p50 " + warm.get(warm.size() / 2) + ", p90 "
                + warm.get(warm.size() * 9 / 10) + ", max " + warm.getLast());
        assertThat(warm.get(warm.size() / 2)).isLessThan(2000);
    }

    @Test
    void transferTellsProgressStallAndEnd() throws IOException {
        byte[] bytes = random(160 << 20);
        write(beta, "data/large", bytes);
        write(beta, "data/sub/small", random(10));
        TransferRequested request = transfer(new Item("beta:~/data/", List.of(Replica.at(BETA, "~/data/")),
                Replica.at(alpha.id(), "~/copied"), "ws://w/copied", null, null));
        topic.send(request);
        topic.awaitSeen(e -> e instanceof TransferProgressed p && p.subject().equals(request.subject())
                && p.bytesDone() > 16 << 20, "progress");
        beta.network().cut();

        TransferFinished finished = topic.await(TransferFinished.class, request.subject());

        assertThat(topic.all(request.subject(), Duration.ofMillis(100))).anyMatch(TransferStalled.class::isInstance);
        assertThat(finished.done()).extracting(d -> d.logical()).containsExactlyInAnyOrder("ws://w/copied/large",
                "ws://w/copied/sub/small");
        assertThat(finished.done()).allSatisfy(d -> assertThat(d.sha256()).hasSize(64));
        assertThat(alpha.home().resolve("copied/large")).hasBinaryContent(bytes);
    }

    @Test
    void transferCanBeCancelled() throws IOException {
        write(beta, "f", random(10));
        beta.network().refuse(true);
        beta.network().cut();
        TransferRequested request = transfer(new Item("beta:~/f", List.of(Replica.at(BETA, "~/f")),
                Replica.at(alpha.id(), "~/f"), null, null, null));
        topic.send(request);
        topic.await(TransferStalled.class, request.subject());

        topic.send(new TransferCancelRequested(request.transfer(), ALICE, "alice"));

        topic.await(TransferCancelled.class, request.subject());
        beta.network().refuse(false);
        assertThat(topic.all(request.subject(), Duration.ofSeconds(2))).noneMatch(TransferFinished.class::isInstance);
    }

    @Test
    void filesAreAnsweredFor() throws Exception {
        write(alpha, "dir/a", "hello".getBytes(StandardCharsets.UTF_8));
        write(alpha, "dir/b", random(10));
        write(alpha, "dir/c", random(10));

        SiteReply.Listing page = (SiteReply.Listing) ask(new SiteRequest.ListFiles(ALICE, alpha.id(), "~/dir", null, 2));
        SiteReply.Listing rest = (SiteReply.Listing) ask(new SiteRequest.ListFiles(ALICE, alpha.id(), "~/dir", page.next(), 2));
        SiteReply.Content content = (SiteReply.Content) ask(new SiteRequest.ReadFile(ALICE, alpha.id(), "~/dir/a", 1, 3));
        SiteReply.Content tail = (SiteReply.Content) ask(new SiteRequest.TailFile(ALICE, alpha.id(), "~/dir/a", 2, null));
        SiteReply.Claimed claimed = (SiteReply.Claimed) ask(new SiteRequest.FetchFile(ALICE, alpha.id(), "~/dir/a", null, null));

        assertThat(page.entries()).extracting(SiteReply.Entry::name).containsExactly("a", "b");
        assertThat(rest.entries()).extracting(SiteReply.Entry::name).containsExactly("c");
        assertThat(rest.next()).isNull();
        assertThat(new String(Base64.getDecoder().decode(content.base64()), StandardCharsets.UTF_8)).isEqualTo("ell");
        assertThat(content.end()).isFalse();
        assertThat(new String(Base64.getDecoder().decode(tail.base64()), StandardCharsets.UTF_8)).isEqualTo("lo");
        assertThat(claims.open(new ClaimRef(claimed.sha256(), 5)).readAllBytes()).asString().isEqualTo("hello");
        assertThat(refused(new SiteRequest.DeleteFile(ALICE, alpha.id(), "~/", true))).isEqualTo(Reason.POLICY_DENIED);
        assertThat(refused(new SiteRequest.ReadFile(ALICE, alpha.id(), "~/none", 0, 10))).isEqualTo(Reason.SITE_NO_SUCH_FILE);
    }

    private SiteReply ask(SiteRequest request) throws Exception {
        return questions.ask(new Question(Topics.SITE_REQUESTS.topic(), Topics.SITE_REPLIES.topic(), "k",
                RequestTypes.of(request), "alpha", "/test", request, Duration.ofSeconds(20), Map.of()), SiteReply.class)
                .get(25, TimeUnit.SECONDS);
    }

    private Reason refused(SiteRequest request) throws Exception {
        try {
            return ask(request) instanceof SiteReply.Failed f ? f.problem().reason() : null;
        } catch (java.util.concurrent.ExecutionException e) {
            return ((DiamondException) e.getCause()).reason();
        }
    }

    private void place(TaskOrder order) {
        topic.send(new TaskPlaced(order, placement("alpha", alpha.account().user())));
    }

    private TaskOrder ended(String id, org.diamondhpc.schemas.spec.OutputSpec... outputs) throws IOException {
        TaskOrder order = order(id, List.of(), outputs);
        write(alpha, relative(order) + "/stdout", "out".getBytes(StandardCharsets.UTF_8));
        write(alpha, relative(order) + "/stderr", new byte[0]);
        Files.createDirectories(work(alpha, order));
        return order;
    }

    private JobFinished finished(TaskOrder order) {
        return new JobFinished(order, placement("alpha", alpha.account().user()), job("alpha"), completed());
    }

    private static TransferRequested transfer(Item item) {
        return new TransferRequested(new TransferId("x-%08d".formatted(++counter)), ALICE, null, List.of(item),
                Instant.now());
    }

    private static String relative(TaskOrder order) {
        return ".diamond/attempts/alice/" + order.attemptId();
    }

    private static Path work(TestingSshSite site, TaskOrder order) {
        return site.home().resolve(relative(order)).resolve("work");
    }

    private static long partSize(Path attempt) {
        String[] names = attempt.toFile().list((d, n) -> n.endsWith(".part"));
        return names == null || names.length == 0 ? 0 : attempt.resolve(names[0]).toFile().length();
    }

    private static void write(TestingSshSite site, String relative, byte[] bytes) throws IOException {
        Path file = site.home().resolve(relative);
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);
    }

    private static byte[] random(int size) {
        byte[] bytes = new byte[size];
        new Random().nextBytes(bytes);
        return bytes;
    }

    private static String sha(byte[] bytes) {
        try {
            return java.util.HexFormat.of().formatHex(java.security.MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
