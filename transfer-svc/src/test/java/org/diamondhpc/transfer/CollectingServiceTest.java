package org.diamondhpc.transfer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.diamondhpc.transfer.work.Orders.completed;
import static org.diamondhpc.transfer.work.Orders.job;
import static org.diamondhpc.transfer.work.Orders.order;
import static org.diamondhpc.transfer.work.Orders.output;
import static org.diamondhpc.transfer.work.Orders.placement;

import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.diamondhpc.schemas.event.Event;
import org.diamondhpc.schemas.event.TaskEvent.CollectionDeferred;
import org.diamondhpc.schemas.event.TaskEvent.InputsStaged;
import org.diamondhpc.schemas.event.TaskEvent.JobFinished;
import org.diamondhpc.schemas.event.TaskEvent.OutputsCollected;
import org.diamondhpc.schemas.event.TaskEvent.TaskForgotten;
import org.diamondhpc.schemas.event.TaskEvent.TaskPlaced;
import org.diamondhpc.schemas.task.StreamFile;
import org.diamondhpc.schemas.task.TaskOrder;
import org.junit.jupiter.api.Test;

/** What an ended job left behind. */
@QuarkusTest
class CollectingServiceTest extends TransferServiceCase {
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

    @Test
    void nobodyLooksWhereTheJobHasSaidAllOfIt() throws IOException {
        topic.send(finished(ended(task + "first")));
        topic.await(OutputsCollected.class, task + "first");
        TaskOrder order = order(task, List.of());
        String sum = sha("out".getBytes(StandardCharsets.UTF_8));
        alpha.network().refuse(true);
        alpha.network().cut();

        topic.send(new JobFinished(order, placement("alpha", alpha.account().user()), job("alpha"), completed(),
                List.of(new StreamFile("stdout", 3, sum), new StreamFile("stderr", 0, sha(new byte[0])))));

        OutputsCollected collected = topic.await(OutputsCollected.class, task);
        assertThat(collected.outputs()).extracting(o -> o.kind() + " " + o.size()).containsExactly("STDOUT 3",
                "STDERR 0");
        assertThat(collected.outputs().getFirst().sha256()).isEqualTo(sum);
        assertThat(collected.outputs().getFirst().replicas().getFirst().path()).isEqualTo(
                alpha.home().resolve(relative(order) + "/stdout").toString());
    }

    @Test
    void aJobThatWantsOutputsIsLookedAtWhateverItSaid() throws IOException {
        TaskOrder order = ended(task, output("r.dat"));
        write(alpha, relative(order) + "/work/r.dat", random(5));

        topic.send(new JobFinished(order, placement("alpha", alpha.account().user()), job("alpha"), completed(),
                List.of(new StreamFile("stdout", 3, "0".repeat(64)))));

        assertThat(topic.await(OutputsCollected.class, task).outputs()).hasSize(3);
    }

    @Test
    void aForgottenTaskLeavesNothingAtItsSites() throws IOException {
        TaskOrder order = ended(task);
        topic.send(new TaskPlaced(order, placement("alpha", alpha.account().user())));
        topic.await(InputsStaged.class, task);
        write(alpha, relative(order) + "/jobid", "41\n".getBytes(StandardCharsets.UTF_8));
        Path attempt = work(alpha, order).getParent();
        Path neighbour = work(alpha, ended(nextTask())).getParent();

        topic.send(new TaskForgotten(order.task(), order.tenant()));

        Awaitility.await().atMost(30, TimeUnit.SECONDS).until(() -> !Files.exists(attempt));
        assertThat(neighbour.resolve("stdout")).exists();
    }

    @Test
    void collectingIsQuick() throws IOException {
        List<Long> millis = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            String each = nextTask();
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

    private TaskOrder ended(String id, org.diamondhpc.schemas.spec.OutputSpec... outputs) throws IOException {
        TaskOrder order = order(id, List.of(), outputs);
        write(alpha, relative(order) + "/stdout", "out".getBytes(StandardCharsets.UTF_8));
        write(alpha, relative(order) + "/stderr", new byte[0]);
        Files.createDirectories(work(alpha, order));
        return order;
    }

    private JobFinished finished(TaskOrder order) {
        return new JobFinished(order, placement("alpha", alpha.account().user()), job("alpha"), completed(), List.of());
    }
}
