package org.diamondhpc.gateway.edge.rest;

import io.quarkus.security.Authenticated;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.diamondhpc.gateway.GatewayConfig;
import org.diamondhpc.gateway.audit.JournalEntry;
import org.diamondhpc.gateway.page.Page;
import org.diamondhpc.gateway.policy.Answer;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.policy.CallerSource;
import org.diamondhpc.gateway.policy.Idempotency;
import org.diamondhpc.gateway.task.Plans;
import org.diamondhpc.gateway.task.TaskQuery;
import org.diamondhpc.gateway.task.TaskReader;
import org.diamondhpc.gateway.task.TaskSubmission;
import org.diamondhpc.gateway.task.TaskSummary;
import org.diamondhpc.gateway.task.TaskView;
import org.diamondhpc.gateway.task.Tasks;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.spec.TaskSpec;
import org.diamondhpc.schemas.task.CollectedOutput;
import org.diamondhpc.schemas.task.TaskState;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Tasks over HTTP. */
@Path("/v1/tasks")
@Authenticated
@RunOnVirtualThread
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "tasks")
public class TasksResource {
    private static final String PATH = "/v1/tasks/";

    private final Tasks tasks;
    private final Plans plans;
    private final TaskBodies bodies;
    private final Idempotency idempotency;
    private final CallerSource callers;
    private final TaskReader reader;
    private final GatewayConfig config;

    TasksResource(Tasks tasks, Plans plans, TaskBodies bodies, Idempotency idempotency, CallerSource callers,
            TaskReader reader, GatewayConfig config) {
        this.tasks = tasks;
        this.plans = plans;
        this.bodies = bodies;
        this.idempotency = idempotency;
        this.callers = callers;
        this.reader = reader;
        this.config = config;
    }

    @POST
    @Consumes({MediaType.APPLICATION_JSON, TaskBodies.YAML})
    @Operation(operationId = "submitTask", summary = "Ask for a task",
            description = "The body is a task specification, with `session` where it belongs to one. "
                    + "With dryRun=true only the placement plan is answered.")
    @RequestBody(content = {
        @Content(mediaType = MediaType.APPLICATION_JSON, schema = @Schema(implementation = TaskSpec.class)),
        @Content(mediaType = TaskBodies.YAML, schema = @Schema(implementation = TaskSpec.class))})
    @APIResponse(responseCode = "202", description = "Asked for",
            content = @Content(schema = @Schema(implementation = TaskView.class)))
    public Response submit(InputStream body, @HeaderParam(HttpHeaders.CONTENT_TYPE) MediaType type,
            @HeaderParam(Answers.IDEMPOTENCY_KEY) String key, @QueryParam("dryRun") boolean dryRun) {
        Caller caller = callers.writer();
        byte[] bytes = Bodies.bytes(body, Bodies.MAX);
        TaskSubmission submission = bodies.one(bytes, type);
        if (dryRun) {
            return Response.ok(plans.plan(caller, submission)).build();
        }
        return Answers.of(idempotency.once(caller, key, Answers.fingerprint("POST", PATH, bytes), () ->
                accepted(tasks.submit(caller, submission))));
    }

    @GET
    @Operation(operationId = "listTasks", summary = "List tasks, newest first")
    public Page<TaskSummary> list(@QueryParam("state") List<String> states, @QueryParam("label") List<String> labels,
            @QueryParam("session") String session, @QueryParam("name") String name,
            @QueryParam("cursor") String cursor, @QueryParam("limit") String limit) {
        List<TaskState> wanted = states.stream().flatMap(s -> List.of(s.split(",")).stream())
                .map(s -> Params.word("state", s, TaskState.class)).toList();
        return tasks.list(callers.caller(), new TaskQuery(wanted, session == null ? null : Params.session(session),
                Params.plain("name", name), labels(labels), cursor, Params.limit(limit)));
    }

    @GET
    @Path("{id}")
    @Operation(operationId = "getTask", summary = "All that is known of a task",
            description = "view=full adds the specification. With wait=S the answer comes when the task differs from "
                    + "If-None-Match, or without it when the task has ended, at the latest after S seconds (50).")
    @APIResponse(responseCode = "200", description = "The task",
            content = @Content(schema = @Schema(implementation = TaskView.class)))
    public Response get(@PathParam("id") String id, @QueryParam("view") String view,
            @QueryParam("wait") String wait, @HeaderParam(HttpHeaders.IF_NONE_MATCH) String ifNoneMatch) {
        Caller caller = callers.caller();
        TaskId task = Params.task(id);
        boolean full = "full".equals(view);
        Duration atMost = Duration.ofSeconds(Params.number("wait", wait, 0, 0, config.maxWait().toSeconds()));
        return answer(reader.get(caller, task, full, atMost, t -> news(t, ifNoneMatch)), ifNoneMatch);
    }

    @DELETE
    @Path("{id}")
    @Operation(operationId = "deleteTask", summary = "Ask for a task to be stopped; the same as cancel")
    public Response delete(@PathParam("id") String id) {
        return cancel(id, null);
    }

    @POST
    @Path("{id}/cancel")
    @Operation(operationId = "cancelTask", summary = "Ask for a task to be stopped; a second time nothing happens")
    @APIResponse(responseCode = "202", description = "Asked for",
            content = @Content(schema = @Schema(implementation = TaskView.class)))
    public Response cancel(@PathParam("id") String id, @QueryParam("why") String why) {
        return Answers.of(accepted(tasks.cancel(callers.writer(), Params.task(id), Params.plain("why", why))));
    }

    @POST
    @Path("{id}/retry")
    @Operation(operationId = "retryTask", summary = "Ask again for a task that has ended, as a new task")
    @APIResponse(responseCode = "202", description = "The new task",
            content = @Content(schema = @Schema(implementation = TaskView.class)))
    public Response retry(@PathParam("id") String id, @HeaderParam(Answers.IDEMPOTENCY_KEY) String key) {
        Caller caller = callers.writer();
        TaskId task = Params.task(id);
        return Answers.of(idempotency.once(caller, key,
                Answers.fingerprint("POST", PATH + task + "/retry", new byte[0]), () ->
                        accepted(tasks.retry(caller, task))));
    }

    @GET
    @Path("{id}/events")
    @Operation(operationId = "taskEvents", summary = "What happened to a task, in order",
            description = "With Accept: text/event-stream as a stream that resumes by Last-Event-ID.")
    public Page<JournalEntry> events(@PathParam("id") String id, @QueryParam("after") String after,
            @QueryParam("limit") String limit) {
        return new Page<>(tasks.events(callers.caller(), Params.task(id),
                (int) Params.number("after", after, 0, 0, Integer.MAX_VALUE), Params.limit(limit)), null);
    }

    @GET
    @Path("{id}/files")
    @Operation(operationId = "taskFiles", summary = "What a task left behind; the bytes are in its workspace")
    public Page<CollectedOutput> files(@PathParam("id") String id) {
        return new Page<>(tasks.get(callers.caller(), Params.task(id), false).outputs(), null);
    }

    private static boolean news(TaskView task, String ifNoneMatch) {
        return ifNoneMatch == null ? task.state().ended() : !ETags.matches(ifNoneMatch, ETags.of(task.version()));
    }

    private static Response answer(TaskView task, String ifNoneMatch) {
        return Answers.current(task, ETags.of(task.version()), ifNoneMatch);
    }

    private static Answer accepted(TaskView task) {
        return Answer.of(202, PATH + task.id(), ETags.of(task.version()), task);
    }

    private static Map<String, String> labels(List<String> asked) {
        Map<String, String> all = new LinkedHashMap<>();
        for (String label : asked) {
            int equals = label.indexOf('=');
            if (equals < 1) {
                throw DiamondException.of(Reason.INVALID_REQUEST, "a label is written key=value");
            }
            all.put(Params.plain("label", label.substring(0, equals)),
                    Params.plain("label", label.substring(equals + 1)));
        }
        return all;
    }
}
