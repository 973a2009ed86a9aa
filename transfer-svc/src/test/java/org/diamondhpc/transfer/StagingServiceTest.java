package org.diamondhpc.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.diamondhpc.transfer.work.Orders.order;
import static org.diamondhpc.transfer.work.Orders.placement;

import io.quarkus.test.junit.QuarkusTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.diamondhpc.messaging.ClaimRef;
import org.diamondhpc.schemas.event.TaskEvent.InputsStaged;
import org.diamondhpc.schemas.event.TaskEvent.StagingDeferred;
import org.diamondhpc.schemas.event.TaskEvent.StagingFailed;
import org.diamondhpc.schemas.event.TaskEvent.TaskCancelRequested;
import org.diamondhpc.schemas.event.TaskEvent.TaskCancelled;
import org.diamondhpc.schemas.event.TaskEvent.TaskPlaced;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.spec.Constraints;
import org.diamondhpc.schemas.task.Replica;
import org.diamondhpc.schemas.task.ResolvedInput;
import org.diamondhpc.schemas.task.TaskOrder;
import org.junit.jupiter.api.Test;

/** Inputs, from wherever they are into the working directory of an attempt. */
@QuarkusTest
class StagingServiceTest extends TransferServiceCase {
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
        String second = nextTask();

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
        String bound = nextTask();
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

    private void place(TaskOrder order) {
        topic.send(new TaskPlaced(order, placement("alpha", alpha.account().user())));
    }

    private static long partSize(Path attempt) {
        String[] names = attempt.toFile().list((d, n) -> n.endsWith(".part"));
        return names == null || names.length == 0 ? 0 : attempt.resolve(names[0]).toFile().length();
    }

}
