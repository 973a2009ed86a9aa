package org.diamondhpc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.Duration;
import com.google.rpc.BadRequest;
import com.google.rpc.RetryInfo;
import io.grpc.Context;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.quarkus.test.junit.QuarkusTest;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.diamondhpc.api.gateway.v1.AcknowledgeWakesRequest;
import org.diamondhpc.api.gateway.v1.CancelTaskRequest;
import org.diamondhpc.api.gateway.v1.Dependency;
import org.diamondhpc.api.gateway.v1.GetSessionRequest;
import org.diamondhpc.api.gateway.v1.GetTaskRequest;
import org.diamondhpc.api.gateway.v1.InputSpec;
import org.diamondhpc.api.gateway.v1.ListTasksRequest;
import org.diamondhpc.api.gateway.v1.OpenSessionRequest;
import org.diamondhpc.api.gateway.v1.ParkSessionRequest;
import org.diamondhpc.api.gateway.v1.Resources;
import org.diamondhpc.api.gateway.v1.Session;
import org.diamondhpc.api.gateway.v1.SubmitTaskRequest;
import org.diamondhpc.api.gateway.v1.SubmitTaskResponse;
import org.diamondhpc.api.gateway.v1.SubmitTasksRequest;
import org.diamondhpc.api.gateway.v1.Task;
import org.diamondhpc.api.gateway.v1.TaskSpec;
import org.diamondhpc.api.gateway.v1.TaskState;
import org.diamondhpc.api.gateway.v1.WatchSessionRequest;
import org.diamondhpc.api.gateway.v1.WatchSessionResponse;
import org.diamondhpc.api.gateway.v1.WatchTaskEventsRequest;
import org.diamondhpc.api.gateway.v1.WatchTaskEventsResponse;
import org.diamondhpc.api.gateway.v1.WatchTasksRequest;
import org.diamondhpc.api.gateway.v1.WatchTasksResponse;
import org.diamondhpc.schemas.task.JobEnd;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tasks and sessions by a gRPC client: submit, watch, wake, and what is refused. */
@QuarkusTest
class GrpcTest extends GatewayTest {
    private static final TaskSpec NAP = TaskSpec.newBuilder().setName("nap").setExecutable("sleep").addArguments("1")
            .setResources(Resources.newBuilder().setMemory("2GiB")
                    .setDuration(Duration.newBuilder().setSeconds(90))).build();
    private GrpcApi api;
    private GrpcApi stranger;

    @BeforeEach
    void open() {
        api = new GrpcApi("alice-token");
        stranger = new GrpcApi("bob-token");
    }

    @AfterEach
    void close() {
        api.close();
        stranger.close();
    }

    private static SubmitTaskRequest nap() {
        return SubmitTaskRequest.newBuilder().setSpec(NAP).build();
    }

    private Task task(String id) {
        return api.tasks().getTask(GetTaskRequest.newBuilder().setId(id).build()).getTask();
    }

    private Session opened() {
        return api.sessions().openSession(OpenSessionRequest.newBuilder().setTitle("a study").build()).getSession();
    }

    private static StatusRuntimeException refused(Runnable call) {
        return catchThrowableOfType(StatusRuntimeException.class, call::run);
    }

    @Test
    void aTaskIsSubmittedWatchedAndWakesItsSession() {
        Session session = opened();
        Task task = api.tasks().submitTask(nap().toBuilder().setSession(session.getId()).build()).getTask();
        api.sessions().parkSession(ParkSessionRequest.newBuilder().setSession(session.getId()).addTasks(task.getId())
                .setNote("then compare").build());
        Iterator<WatchSessionResponse> wakes = api.sessions().withDeadlineAfter(20, TimeUnit.SECONDS)
                .watchSession(WatchSessionRequest.newBuilder().setSession(session.getId()).build());
        Iterator<WatchTaskEventsResponse> events = api.tasks().withDeadlineAfter(20, TimeUnit.SECONDS)
                .watchTaskEvents(WatchTaskEventsRequest.newBuilder().setId(task.getId()).build());

        say(steps(task.getId()).all(JobEnd.COMPLETED));

        WatchSessionResponse woken = wakes.next();
        assertThat(woken.getWake().getNumber()).isEqualTo(1);
        assertThat(woken.getWake().getDigest().getNote()).isEqualTo("then compare");
        assertThat(woken.getWake().getDigest().getTasks(0).getState()).isEqualTo(TaskState.TASK_STATE_SUCCEEDED);
        List<Integer> seqs = new ArrayList<>();
        events.forEachRemaining(e -> seqs.add(e.getEvent().getSeq()));
        assertThat(seqs).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
        Task ended = task(task.getId());
        assertThat(ended.getJob().getId()).isEqualTo("41");
        assertThat(ended.getDurations().getRunning().getSeconds()).isEqualTo(60);
        assertThat(ended.getOutputs(0).getRelative()).isEqualTo("out.txt");
        assertThat(ended.getOutcome().hasExitCode()).isTrue();
    }

    @Test
    void aSpecificationTravelsTyped() {
        String id = api.tasks().submitTask(nap()).getTask().getId();

        TaskSpec spec = api.tasks().getTask(GetTaskRequest.newBuilder().setId(id).setWithSpec(true).build()).getTask()
                .getSpec();

        assertThat(spec.getArgumentsList()).containsExactly("1");
        assertThat(spec.getResources().getMemory()).isEqualTo("2GiB");
        assertThat(spec.getResources().getDuration().getSeconds()).isEqualTo(90);
        assertThat(alice.get("/v1/tasks/" + id + "?view=full").json().at("/spec/resources/duration").asText())
                .isEqualTo("PT1M30S");
    }

    @Test
    void anothersObjectsDoNotExist() {
        String task = api.tasks().submitTask(nap()).getTask().getId();
        String session = opened().getId();

        StatusRuntimeException got = refused(() ->
                stranger.tasks().getTask(GetTaskRequest.newBuilder().setId(task).build()));
        StatusRuntimeException watched = refused(() -> stranger.sessions()
                .watchSession(WatchSessionRequest.newBuilder().setSession(session).build()).hasNext());

        assertThat(got.getStatus().getCode()).isEqualTo(Status.Code.NOT_FOUND);
        assertThat(GrpcApi.info(got).getReason()).isEqualTo("INVALID_NOT_FOUND");
        assertThat(watched.getStatus().getCode()).isEqualTo(Status.Code.NOT_FOUND);
        assertThat(stranger.tasks().listTasks(ListTasksRequest.newBuilder().setPageSize(500).build()).getTasksList())
                .noneMatch(t -> t.getId().equals(task));
    }

    @Test
    void aBadSpecificationIsRefusedWithAllItsErrors() {
        TaskSpec bad = TaskSpec.newBuilder().setResources(Resources.newBuilder().setNodes(0).setMemory("much"))
                .addInputs(InputSpec.newBuilder().setFrom("x").setContent(""))
                .putEnvironment("1st", "x").build();

        StatusRuntimeException e = refused(() ->
                api.tasks().submitTask(SubmitTaskRequest.newBuilder().setSpec(bad).build()));

        assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(GrpcApi.info(e).getReason()).isEqualTo("INVALID_SPEC");
        assertThat(GrpcApi.info(e).getDomain()).isEqualTo("diamondhpc.org");
        assertThat(GrpcApi.info(e).getMetadataMap()).containsEntry("outcome", "PERMANENT").containsKey("whatToDo");
        assertThat(GrpcApi.detail(e, BadRequest.class).orElseThrow().getFieldViolationsList())
                .extracting(BadRequest.FieldViolation::getField)
                .contains("spec.resources.nodes", "spec.environment[\"1st\"]");
        assertThat(GrpcApi.detail(e, RetryInfo.class)).isEmpty();
    }

    @Test
    void whatTheSenseForbidsIsRefusedByItsField() {
        TaskSpec bad = NAP.toBuilder().addDependsOn(Dependency.newBuilder().setTask("t-00000000")).build();

        StatusRuntimeException one = refused(() ->
                api.tasks().submitTask(SubmitTaskRequest.newBuilder().setSpec(bad).build()));
        StatusRuntimeException batch = refused(() -> api.tasks().submitTasks(SubmitTasksRequest.newBuilder()
                .addTasks(nap()).addTasks(SubmitTaskRequest.newBuilder().setSpec(
                        NAP.toBuilder().addInputs(InputSpec.newBuilder().setFrom("nowhere")))).build()));

        assertThat(GrpcApi.detail(one, BadRequest.class).orElseThrow().getFieldViolations(0).getField())
                .isEqualTo("spec.depends_on[0].task");
        assertThat(GrpcApi.detail(batch, BadRequest.class).orElseThrow().getFieldViolationsList())
                .extracting(BadRequest.FieldViolation::getField).contains("tasks[1].spec.inputs[0].from");
    }

    /** Clients take 8 KiB of trailers; what is more would take the whole status with it. */
    @Test
    void manyLongErrorsStillArrive() {
        TaskSpec.Builder bad = NAP.toBuilder();
        for (int i = 0; i < 100; i++) {
            bad.addInputs(InputSpec.newBuilder().setFrom("ü".repeat(3000) + i));
        }

        StatusRuntimeException e = refused(() ->
                api.tasks().submitTask(SubmitTaskRequest.newBuilder().setSpec(bad).build()));

        assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
        int told = GrpcApi.detail(e, BadRequest.class).orElseThrow().getFieldViolationsCount();
        assertThat(told).isGreaterThan(5);
        assertThat(Integer.parseInt(GrpcApi.info(e).getMetadataOrThrow("violationsOmitted"))).isPositive();
    }

    @Test
    void theSameKeyIsTheSameTask() {
        String key = UUID.randomUUID().toString();
        SubmitTaskResponse first = api.tasks("idempotency-key", key).submitTask(nap());

        SubmitTaskResponse second = api.tasks("idempotency-key", key).submitTask(nap());

        assertThat(first.getReplayed()).isFalse();
        assertThat(second.getReplayed()).isTrue();
        assertThat(second.getTask()).isEqualTo(first.getTask());
        StatusRuntimeException other = refused(() -> api.tasks("idempotency-key", key)
                .submitTask(SubmitTaskRequest.newBuilder().setSpec(NAP.toBuilder().setName("other")).build()));
        assertThat(GrpcApi.info(other).getReason()).isEqualTo("INVALID_IDEMPOTENCY_KEY");
        assertThat(stranger.tasks("idempotency-key", key).submitTask(nap()).getReplayed()).isFalse();
    }

    @Test
    void changesOfTasksAreFollowedAndResumed() {
        String token;
        Context.CancellableContext cut = Context.current().withCancellation();
        Context before = cut.attach();
        try {
            Iterator<WatchTasksResponse> changes = api.tasks().watchTasks(WatchTasksRequest.getDefaultInstance());
            WatchTasksResponse first = changes.next();
            assertThat(first.hasTask()).isFalse();
            token = first.getResumeToken();
        } finally {
            cut.detach(before);
            cut.cancel(null);
        }

        String missed = api.tasks().submitTask(nap()).getTask().getId();

        Iterator<WatchTasksResponse> again = api.tasks().withDeadlineAfter(20, TimeUnit.SECONDS)
                .watchTasks(WatchTasksRequest.newBuilder().setResumeToken(token).build());
        WatchTasksResponse seen = again.next();
        while (!seen.getTask().getId().equals(missed)) {
            seen = again.next();
        }
        assertThat(seen.getTask().getState()).isEqualTo(TaskState.TASK_STATE_PLACING);
        ring.say(steps(missed).placed());
        String later = seen.getResumeToken();
        do {
            seen = again.next();
        } while (!seen.getTask().getId().equals(missed));
        assertThat(seen.getTask().getState()).isEqualTo(TaskState.TASK_STATE_STAGING);
        assertThat(seen.getResumeToken()).isNotEqualTo(later);
    }

    @Test
    void wakesAreResumedAfterTheLastOneTaken() {
        Session session = opened();
        for (int i = 0; i < 2; i++) {
            Task task = api.tasks().submitTask(nap()).getTask();
            api.sessions().parkSession(ParkSessionRequest.newBuilder().setSession(session.getId())
                    .addTasks(task.getId()).build());
            say(steps(task.getId()).all(JobEnd.COMPLETED));
        }
        await().until(() -> api.sessions().getSession(GetSessionRequest.newBuilder().setId(session.getId()).build())
                .getSession().getLastWake() == 2);
        WatchSessionRequest all = WatchSessionRequest.newBuilder().setSession(session.getId()).build();
        WatchSessionResponse first = watch(all).next();

        WatchSessionResponse resumed = watch(all.toBuilder().setResumeToken(first.getResumeToken()).build()).next();

        assertThat(first.getWake().getNumber()).isEqualTo(1);
        assertThat(resumed.getWake().getNumber()).isEqualTo(2);
        api.sessions().acknowledgeWakes(AcknowledgeWakesRequest.newBuilder().setSession(session.getId()).setUpTo(1)
                .build());
        assertThat(watch(all).next().getWake().getNumber()).isEqualTo(2);
        StatusRuntimeException e = refused(() -> watch(all.toBuilder().setResumeToken("bm9uZQ").build()).hasNext());
        assertThat(GrpcApi.info(e).getReason()).isEqualTo("INVALID_CURSOR");
    }

    private Iterator<WatchSessionResponse> watch(WatchSessionRequest request) {
        return api.sessions().withDeadlineAfter(20, TimeUnit.SECONDS).watchSession(request);
    }

    @Test
    void aTaskIsCancelledOnce() {
        String task = api.tasks().submitTask(nap()).getTask().getId();
        CancelTaskRequest request = CancelTaskRequest.newBuilder().setId(task).setWhy("a typo").build();

        Task first = api.tasks().cancelTask(request).getTask();
        Task second = api.tasks().cancelTask(request).getTask();

        assertThat(first.getCancelRequested()).isTrue();
        assertThat(second.getVersion()).isEqualTo(first.getVersion());
    }

    @Test
    void aWaitIsAnsweredBeforeTheDeadlineOfItsCall() {
        String task = api.tasks().submitTask(nap()).getTask().getId();
        GetTaskRequest request = GetTaskRequest.newBuilder().setId(task)
                .setWait(Duration.newBuilder().setSeconds(20)).build();

        Task waited = api.tasks().withDeadlineAfter(3, TimeUnit.SECONDS).getTask(request).getTask();

        assertThat(waited.getState()).isEqualTo(TaskState.TASK_STATE_PLACING);
        StatusRuntimeException e = refused(() -> api.tasks().getTask(request.toBuilder()
                .setWait(Duration.newBuilder().setSeconds(51)).build()));
        assertThat(GrpcApi.info(e).getReason()).isEqualTo("INVALID_REQUEST");
    }

    @Test
    void aMessageThatIsTooLargeIsRefused() {
        SubmitTaskRequest large = SubmitTaskRequest.newBuilder().setSpec(NAP.toBuilder()
                .addArguments("x".repeat(1024 * 1024))).build();
        SubmitTaskRequest huge = SubmitTaskRequest.newBuilder().setSpec(NAP.toBuilder()
                .addArguments("x".repeat(9 * 1024 * 1024))).build();

        StatusRuntimeException one = refused(() -> api.tasks().submitTask(large));
        StatusRuntimeException other = refused(() -> api.tasks().submitTask(huge));

        assertThat(GrpcApi.info(one).getReason()).isEqualTo("INVALID_TOO_LARGE");
        assertThat(other.getStatus().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
    }
}
