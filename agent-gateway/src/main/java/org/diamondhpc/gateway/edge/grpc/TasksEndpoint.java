package org.diamondhpc.gateway.edge.grpc;

import io.grpc.stub.StreamObserver;
import io.quarkus.grpc.GrpcService;
import java.util.List;
import org.diamondhpc.api.gateway.v1.CancelTaskRequest;
import org.diamondhpc.api.gateway.v1.CancelTaskResponse;
import org.diamondhpc.api.gateway.v1.GetTaskRequest;
import org.diamondhpc.api.gateway.v1.GetTaskResponse;
import org.diamondhpc.api.gateway.v1.HoldTaskRequest;
import org.diamondhpc.api.gateway.v1.HoldTaskResponse;
import org.diamondhpc.api.gateway.v1.JournalEntry;
import org.diamondhpc.api.gateway.v1.ListTaskEventsRequest;
import org.diamondhpc.api.gateway.v1.ListTaskEventsResponse;
import org.diamondhpc.api.gateway.v1.ListTasksRequest;
import org.diamondhpc.api.gateway.v1.ListTasksResponse;
import org.diamondhpc.api.gateway.v1.Plan;
import org.diamondhpc.api.gateway.v1.PlanTaskRequest;
import org.diamondhpc.api.gateway.v1.PlanTaskResponse;
import org.diamondhpc.api.gateway.v1.ReadTaskLogRequest;
import org.diamondhpc.api.gateway.v1.ReadTaskLogResponse;
import org.diamondhpc.api.gateway.v1.ReleaseTaskRequest;
import org.diamondhpc.api.gateway.v1.ReleaseTaskResponse;
import org.diamondhpc.api.gateway.v1.RetryTaskRequest;
import org.diamondhpc.api.gateway.v1.RetryTaskResponse;
import org.diamondhpc.api.gateway.v1.SubmitTaskRequest;
import org.diamondhpc.api.gateway.v1.SubmitTaskResponse;
import org.diamondhpc.api.gateway.v1.SubmitTasksRequest;
import org.diamondhpc.api.gateway.v1.SubmitTasksResponse;
import org.diamondhpc.api.gateway.v1.Task;
import org.diamondhpc.api.gateway.v1.TaskServiceGrpc;
import org.diamondhpc.api.gateway.v1.TaskSummary;
import org.diamondhpc.api.gateway.v1.WatchTaskEventsRequest;
import org.diamondhpc.api.gateway.v1.WatchTaskEventsResponse;
import org.diamondhpc.api.gateway.v1.WatchTasksRequest;
import org.diamondhpc.api.gateway.v1.WatchTasksResponse;
import org.diamondhpc.gateway.edge.rest.Params;
import org.diamondhpc.gateway.page.Page;
import org.diamondhpc.gateway.task.Plans;
import org.diamondhpc.gateway.task.TaskJobs;
import org.diamondhpc.gateway.task.TaskReader;
import org.diamondhpc.gateway.task.TaskSubmission;
import org.diamondhpc.gateway.task.TaskView;
import org.diamondhpc.gateway.task.Tasks;
import org.diamondhpc.schemas.id.TaskId;

/** Tasks over gRPC. */
@GrpcService
class TasksEndpoint extends TaskServiceGrpc.TaskServiceImplBase {
    private static final Task FORM = Task.getDefaultInstance();
    private static final int MAX_PIECE = 256 * 1024;
    private static final int DEFAULT_TAIL = 16 * 1024;

    private final Calls calls;
    private final Tasks tasks;
    private final TaskReader reader;
    private final TaskJobs jobs;
    private final Plans plans;
    private final TaskForms forms;
    private final TaskWatches watches;

    TasksEndpoint(Calls calls, Tasks tasks, TaskReader reader, TaskJobs jobs, Plans plans, TaskForms forms,
            TaskWatches watches) {
        this.calls = calls;
        this.tasks = tasks;
        this.reader = reader;
        this.jobs = jobs;
        this.plans = plans;
        this.forms = forms;
        this.watches = watches;
    }

    @Override
    public void submitTask(SubmitTaskRequest request, StreamObserver<SubmitTaskResponse> to) {
        calls.write(request, to, caller -> {
            TaskSubmission submission = forms.one(request.getSpec(), request.hasSession() ? request.getSession()
                    : null);
            Calls.Once once = calls.once(caller, request, () -> tasks.submit(caller, submission));
            return SubmitTaskResponse.newBuilder().setTask(Messages.of(once.tree(), FORM))
                    .setReplayed(once.replayed()).build();
        });
    }

    @Override
    public void submitTasks(SubmitTasksRequest request, StreamObserver<SubmitTasksResponse> to) {
        calls.writeMany(request, to, caller -> {
            List<TaskSubmission> all = forms.batch(request);
            Calls.Once once = calls.once(caller, request, () ->
                    all.stream().map(s -> tasks.submit(caller, s)).toList());
            SubmitTasksResponse.Builder answer = SubmitTasksResponse.newBuilder().setReplayed(once.replayed());
            once.tree().forEach(task -> answer.addTasks(Messages.of(task, FORM)));
            return answer.build();
        });
    }

    @Override
    public void planTask(PlanTaskRequest request, StreamObserver<PlanTaskResponse> to) {
        calls.read(request, to, caller -> PlanTaskResponse.newBuilder().setPlan(Messages.of(plans.plan(caller,
                forms.one(request.getSpec(), request.hasSession() ? request.getSession() : null)),
                Plan.getDefaultInstance())).build());
    }

    @Override
    public void getTask(GetTaskRequest request, StreamObserver<GetTaskResponse> to) {
        calls.read(request, to, caller -> {
            TaskView task = reader.get(caller, Params.task(request.getId()), request.getWithSpec(),
                    calls.patience(request.getWait()), t -> request.hasKnownVersion()
                            ? t.version() != request.getKnownVersion() : t.state().ended());
            return GetTaskResponse.newBuilder().setTask(Messages.of(task, FORM)).build();
        });
    }

    @Override
    public void listTasks(ListTasksRequest request, StreamObserver<ListTasksResponse> to) {
        calls.read(request, to, caller -> {
            Page<org.diamondhpc.gateway.task.TaskSummary> page = tasks.list(caller, forms.query(request));
            return ListTasksResponse.newBuilder().setNextPageToken(Messages.next(page)).addAllTasks(
                    Messages.all(page.items(), TaskSummary.getDefaultInstance())).build();
        });
    }

    @Override
    public void cancelTask(CancelTaskRequest request, StreamObserver<CancelTaskResponse> to) {
        calls.write(request, to, caller -> CancelTaskResponse.newBuilder().setTask(Messages.of(
                tasks.cancel(caller, Params.task(request.getId()),
                        request.hasWhy() ? Params.plain("why", request.getWhy()) : null), FORM)).build());
    }

    @Override
    public void retryTask(RetryTaskRequest request, StreamObserver<RetryTaskResponse> to) {
        calls.write(request, to, caller -> {
            TaskId task = Params.task(request.getId());
            Calls.Once once = calls.once(caller, request, () -> tasks.retry(caller, task));
            return RetryTaskResponse.newBuilder().setTask(Messages.of(once.tree(), FORM))
                    .setReplayed(once.replayed()).build();
        });
    }

    @Override
    public void listTaskEvents(ListTaskEventsRequest request, StreamObserver<ListTaskEventsResponse> to) {
        calls.read(request, to, caller -> ListTaskEventsResponse.newBuilder().addAllEvents(Messages.all(
                tasks.events(caller, Params.task(request.getId()),
                        (int) Pieces.number("after", request.getAfter(), 0, 0, Integer.MAX_VALUE),
                        Pieces.pageSize(request.getPageSize())), JournalEntry.getDefaultInstance())).build());
    }

    @Override
    public void readTaskLog(ReadTaskLogRequest request, StreamObserver<ReadTaskLogResponse> to) {
        calls.read(request, to, caller -> ReadTaskLogResponse.newBuilder().setPiece(Pieces.of(
                jobs.logs(caller, Params.task(request.getId()), query(request)))).build());
    }

    @Override
    public void holdTask(HoldTaskRequest request, StreamObserver<HoldTaskResponse> to) {
        calls.write(request, to, caller -> HoldTaskResponse.newBuilder().setDetail(Pieces.words(
                jobs.hold(caller, Params.task(request.getId())))).build());
    }

    @Override
    public void releaseTask(ReleaseTaskRequest request, StreamObserver<ReleaseTaskResponse> to) {
        calls.write(request, to, caller -> ReleaseTaskResponse.newBuilder().setDetail(Pieces.words(
                jobs.release(caller, Params.task(request.getId())))).build());
    }

    @Override
    public void watchTasks(WatchTasksRequest request, StreamObserver<WatchTasksResponse> to) {
        calls.stream(request, to, caller -> watches.tasks(caller, request));
    }

    @Override
    public void watchTaskEvents(WatchTaskEventsRequest request, StreamObserver<WatchTaskEventsResponse> to) {
        calls.stream(request, to, caller -> watches.events(caller, request));
    }

    private static TaskJobs.LogQuery query(ReadTaskLogRequest request) {
        return new TaskJobs.LogQuery(request.getStream() == ReadTaskLogRequest.Stream.STREAM_STDERR
                ? TaskJobs.Stream.STDERR : TaskJobs.Stream.STDOUT,
                (int) Pieces.number("tail", request.getTail(), DEFAULT_TAIL, 1, MAX_PIECE),
                request.hasOffset() ? Pieces.number("offset", request.getOffset(), 0, 0, Long.MAX_VALUE) : null,
                (int) Pieces.number("attempt", request.getAttempt(), 0, 1, 1_000_000),
                request.hasElement() ? (int) Pieces.number("element", request.getElement(), 0, 0, 10_000_000) : null);
    }
}
