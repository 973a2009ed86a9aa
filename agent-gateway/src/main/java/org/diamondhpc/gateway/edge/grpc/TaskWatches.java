package org.diamondhpc.gateway.edge.grpc;

import io.smallrye.mutiny.Multi;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.api.gateway.v1.WatchTaskEventsRequest;
import org.diamondhpc.api.gateway.v1.WatchTaskEventsResponse;
import org.diamondhpc.api.gateway.v1.WatchTasksRequest;
import org.diamondhpc.api.gateway.v1.WatchTasksResponse;
import org.diamondhpc.gateway.audit.JournalEntry;
import org.diamondhpc.gateway.edge.rest.Params;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.signal.Feeds;
import org.diamondhpc.gateway.task.TaskFeeds;
import org.diamondhpc.gateway.task.TaskSummary;
import org.diamondhpc.schemas.id.SessionId;

/**
 * Tasks, followed over gRPC. The first answer of {@code WatchTasks} holds nothing but a resume token, so that whoever
 * is cut off before the first change goes on from there all the same.
 */
@Singleton
class TaskWatches {
    private static final String TASKS = "watch-tasks";
    private static final String EVENTS = "watch-task-events";

    private final TaskFeeds tasks;
    private final Feeds feeds;

    TaskWatches(TaskFeeds tasks, Feeds feeds) {
        this.tasks = tasks;
        this.feeds = feeds;
    }

    Multi<WatchTasksResponse> tasks(Caller caller, WatchTasksRequest request) {
        Instant from = Resume.time(TASKS, request.getResumeToken()).orElseGet(tasks::now);
        SessionId session = request.hasSession() ? Params.session(request.getSession()) : null;
        Multi<WatchTasksResponse> changes = feeds.follow(tasks.changes(caller, from), List::<TaskSummary>of)
                .filter(t -> session == null || session.equals(t.session()))
                .map(t -> WatchTasksResponse.newBuilder()
                        .setTask(Messages.of(t, org.diamondhpc.api.gateway.v1.TaskSummary.getDefaultInstance()))
                        .setResumeToken(Resume.token(TASKS, later(from, t.changedAt()))).build());
        WatchTasksResponse first = WatchTasksResponse.newBuilder().setResumeToken(Resume.token(TASKS, from)).build();
        return Multi.createBy().concatenating().streams(Multi.createFrom().item(first), changes);
    }

    Multi<WatchTaskEventsResponse> events(Caller caller, WatchTaskEventsRequest request) {
        int after = (int) Resume.number(EVENTS, request.getResumeToken()).orElse(0L).longValue();
        return feeds.follow(tasks.events(caller, Params.task(request.getId()), after), List::<JournalEntry>of)
                .map(e -> WatchTaskEventsResponse.newBuilder()
                        .setEvent(Messages.of(e, org.diamondhpc.api.gateway.v1.JournalEntry.getDefaultInstance()))
                        .setResumeToken(Resume.token(EVENTS, e.seq())).build());
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }
}
