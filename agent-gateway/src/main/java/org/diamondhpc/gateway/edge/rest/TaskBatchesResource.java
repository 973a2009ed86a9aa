package org.diamondhpc.gateway.edge.rest;

import io.quarkus.security.Authenticated;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.util.List;
import org.diamondhpc.gateway.page.Page;
import org.diamondhpc.gateway.policy.Answer;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.policy.CallerSource;
import org.diamondhpc.gateway.policy.Idempotency;
import org.diamondhpc.gateway.task.TaskSubmission;
import org.diamondhpc.gateway.task.Tasks;
import org.diamondhpc.schemas.spec.TaskSpec;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;

/** Many tasks in one request. */
@Path("/v1/task-batches")
@Authenticated
@RunOnVirtualThread
@Produces(MediaType.APPLICATION_JSON)
@Tag(name = "tasks")
public class TaskBatchesResource {
    private final Tasks tasks;
    private final TaskBodies bodies;
    private final Idempotency idempotency;
    private final CallerSource callers;

    TaskBatchesResource(Tasks tasks, TaskBodies bodies, Idempotency idempotency, CallerSource callers) {
        this.tasks = tasks;
        this.bodies = bodies;
        this.idempotency = idempotency;
        this.callers = callers;
    }

    @POST
    @Consumes(MediaType.APPLICATION_JSON)
    @Operation(operationId = "submitTasks", summary = "Ask for up to 500 tasks, all or none")
    @RequestBody(content = @Content(mediaType = MediaType.APPLICATION_JSON,
            schema = @Schema(type = SchemaType.ARRAY, implementation = TaskSpec.class)))
    @APIResponse(responseCode = "202", description = "Asked for, in the order of the request")
    public Response submit(InputStream body, @HeaderParam(Answers.IDEMPOTENCY_KEY) String key) {
        Caller caller = callers.writer();
        byte[] bytes = Bodies.bytes(body, Bodies.MAX_BATCH);
        List<TaskSubmission> all = bodies.batch(bytes);
        return Answers.of(idempotency.once(caller, key, Answers.fingerprint("POST", "/v1/task-batches", bytes), () ->
                Answer.of(202, null, null,
                        new Page<>(all.stream().map(s -> tasks.submit(caller, s)).toList(), null))));
    }
}
