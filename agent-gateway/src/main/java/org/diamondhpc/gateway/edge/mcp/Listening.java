package org.diamondhpc.gateway.edge.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quarkus.virtual.threads.VirtualThreads;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.diamondhpc.gateway.GatewayConfig;
import org.diamondhpc.gateway.signal.Watch;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.jboss.logging.Logger;

/**
 * {@code subscriptions/listen}: changes of resources and tasks as they happen. A change on another replica gives no
 * signal here, so each subject is looked at now and then as well; what a client is told is always a change.
 */
@Singleton
class Listening {
    private static final Logger LOG = Logger.getLogger(Listening.class);
    private static final String SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";
    private static final int MAX_SUBJECTS = 50;

    private final McpResources resources;
    private final McpTasks tasks;
    private final Watch watch;
    private final GatewayConfig config;
    private final ExecutorService executor;

    Listening(McpResources resources, McpTasks tasks, Watch watch, GatewayConfig config,
            @VirtualThreads ExecutorService executor) {
        this.resources = resources;
        this.tasks = tasks;
        this.watch = watch;
        this.config = config;
        this.executor = executor;
    }

    /** Something to be watched: {@code look} gives what tells one state of it from another. */
    private record Subject(String signal, Supplier<String> look, Supplier<ObjectNode> news) {
    }

    /** Answers with a stream that ends when the client goes. */
    void open(RoutingContext ctx, StatelessRequest request) {
        JsonNode wanted = request.params().path("notifications");
        if (!wanted.isObject()) {
            throw RpcError.refused("params hold notifications");
        }
        if (wanted.has("taskIds")) {
            StatelessMethods.requireTasks(request);
        }
        ObjectNode agreed = JsonNodeFactory.instance.objectNode();
        List<Subject> subjects = new ArrayList<>();
        subjects.addAll(resources(request, wanted, agreed));
        subjects.addAll(tasks(request, wanted, agreed));
        AtomicBoolean gone = new AtomicBoolean();
        Consumer<String> out = stream(ctx, gone);
        ObjectNode acknowledged = JsonNodeFactory.instance.objectNode();
        acknowledged.set("notifications", agreed);
        out.accept(event(request, "notifications/subscriptions/acknowledged", acknowledged));
        subjects.forEach(s -> executor.execute(() -> follow(request, s, out, gone)));
        if (subjects.isEmpty()) {
            executor.execute(() -> idle(out, gone));
        }
    }

    private List<Subject> resources(StatelessRequest request, JsonNode wanted, ObjectNode agreed) {
        List<Subject> subjects = new ArrayList<>();
        for (JsonNode uri : wanted.path("resourceSubscriptions")) {
            String signal = McpResources.signal(uri.asText());
            Supplier<String> look = () -> resources.version(request.caller(), uri.asText());
            if (signal != null && subjects.size() < MAX_SUBJECTS && there(look)) {
                agreed.withArray("/resourceSubscriptions").add(uri.asText());
                subjects.add(new Subject(signal, look, () ->
                        notification(request, "notifications/resources/updated", JsonNodeFactory.instance.objectNode()
                                .put("uri", uri.asText()))));
            }
        }
        return subjects;
    }

    private List<Subject> tasks(StatelessRequest request, JsonNode wanted, ObjectNode agreed) {
        List<Subject> subjects = new ArrayList<>();
        for (JsonNode text : wanted.path("taskIds")) {
            TaskId id = StatelessMethods.taskId(text.asText());
            Supplier<String> look = () -> Integer.toString(tasks.version(request.caller(), id));
            if (subjects.size() < MAX_SUBJECTS && there(look)) {
                agreed.withArray("/taskIds").add(id.value());
                subjects.add(new Subject("task:" + id, look, () -> notification(request, "notifications/tasks",
                        tasks.get(request.caller(), id))));
            }
        }
        return subjects;
    }

    /** What is not there, or not the caller's, is left out of what is agreed. */
    private static boolean there(Supplier<String> look) {
        try {
            look.get();
            return true;
        } catch (DiamondException e) {
            return false;
        }
    }

    private void follow(StatelessRequest request, Subject subject, Consumer<String> out, AtomicBoolean gone) {
        try {
            String seen = subject.look().get();
            while (!gone.get()) {
                String last = seen;
                Optional<String> now = watch.await(subject.signal(), config.heartbeat(), config.recheck(), () ->
                        Optional.of(subject.look().get()).filter(v -> !v.equals(last)));
                seen = now.orElse(seen);
                out.accept(now.isPresent() ? data(subject.news().get()) : ":\n\n");
            }
        } catch (RuntimeException e) {
            LOG.debugf("A subscription ended; method=%s cause=%s", request.method(), e.getMessage());
        }
    }

    private void idle(Consumer<String> out, AtomicBoolean gone) {
        while (!gone.get()) {
            watch.await("nothing", config.heartbeat(), null, Optional::empty);
            out.accept(":\n\n");
        }
    }

    private static Consumer<String> stream(RoutingContext ctx, AtomicBoolean gone) {
        HttpServerResponse response = ctx.response();
        response.closeHandler(closed -> gone.set(true));
        response.exceptionHandler(failed -> gone.set(true));
        ctx.vertx().runOnContext(begun -> response.setChunked(true)
                .putHeader(HttpHeaders.CONTENT_TYPE, "text/event-stream").putHeader("X-Accel-Buffering", "no"));
        return text -> ctx.vertx().runOnContext(now -> {
            if (!response.closed() && !response.ended()) {
                response.write(text);
            }
        });
    }

    private static String event(StatelessRequest request, String method, ObjectNode params) {
        return data(notification(request, method, params));
    }

    private static ObjectNode notification(StatelessRequest request, String method, ObjectNode params) {
        params.withObject("/_meta").set(SUBSCRIPTION, request.id());
        ObjectNode message = JsonNodeFactory.instance.objectNode().put("jsonrpc", "2.0").put("method", method);
        return message.set("params", params);
    }

    private static String data(ObjectNode message) {
        return "event: message\ndata: " + message + "\n\n";
    }
}
