package org.diamondhpc.gateway.task;

import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.diamondhpc.gateway.audit.JournalEntry;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.signal.Feeds;
import org.diamondhpc.schemas.event.EventTypes;
import org.diamondhpc.schemas.event.TaskEvent;
import org.diamondhpc.schemas.id.TaskId;

/** What can be followed of tasks. */
@Singleton
public class TaskFeeds {
    private static final int PAGE = 200;
    private static final String ENDED = EventTypes.of(TaskEvent.TaskEnded.class);
    /** A change is stamped before its commit; this much later it has been seen. What was sent is asked for again. */
    private static final Duration OVERLAP = Duration.ofSeconds(5);

    private final Tasks tasks;
    private final Clock clock;

    TaskFeeds(Tasks tasks, Clock clock) {
        this.tasks = tasks;
        this.clock = clock;
    }

    /** A task's events after a number; the feed ends with the task. */
    public Feeds.Source<Integer, JournalEntry> events(Caller caller, TaskId task, int after) {
        tasks.get(caller, task, false);
        return new Feeds.Source<>("task:" + task, true, after, from -> {
            List<JournalEntry> found = tasks.events(caller, task, from, PAGE);
            return found.isEmpty() ? Optional.empty() : Optional.of(new Feeds.Step<>(found, found.getLast().seq(),
                    found.stream().anyMatch(e -> e.type().equals(ENDED))));
        });
    }

    /** Where {@link #changes} begins for whoever comes now. */
    public Instant now() {
        return clock.instant();
    }

    /**
     * Every change of every task of the tenant since then; what changed in the moments before it may come as well. For
     * one follower.
     */
    public Feeds.Source<Instant, TaskSummary> changes(Caller caller, Instant since) {
        Map<TaskId, TaskSummary> sent = new HashMap<>();
        return new Feeds.Source<>("tenant:" + caller.tenant(), true, since, from -> {
            sent.values().removeIf(t -> t.changedAt().isBefore(from.minus(OVERLAP)));
            List<TaskSummary> found = tasks.changedSince(caller, from.minus(OVERLAP), sent.size() + PAGE).stream()
                    .filter(t -> !sent.containsKey(t.id()) || t.version() > sent.get(t.id()).version()).toList();
            if (found.isEmpty()) {
                return Optional.empty();
            }
            found.forEach(t -> sent.put(t.id(), t));
            Instant last = found.getLast().changedAt();
            return Optional.of(new Feeds.Step<>(found, last.isAfter(from) ? last : from, false));
        });
    }
}
