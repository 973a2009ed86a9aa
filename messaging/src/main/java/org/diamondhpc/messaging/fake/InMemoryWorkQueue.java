package org.diamondhpc.messaging.fake;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Collection;
import java.util.Optional;
import org.diamondhpc.messaging.NewWork;
import org.diamondhpc.messaging.WorkHandler;
import org.diamondhpc.messaging.WorkItem;
import org.diamondhpc.messaging.WorkOutcome;
import org.diamondhpc.messaging.WorkQueue;
import org.diamondhpc.schemas.DiamondJson;

/** The work table as a map; payloads go through JSON as they do in the real one. */
public final class InMemoryWorkQueue implements WorkQueue {
    private final Map<String, WorkItem> items = new LinkedHashMap<>();
    private final Clock clock;

    public InMemoryWorkQueue(Clock clock) {
        this.clock = clock;
    }

    @Override
    public boolean enqueue(NewWork work) {
        Instant due = work.notBefore() == null ? clock.instant() : work.notBefore();
        return items.putIfAbsent(id(work.kind(), work.key()), new WorkItem(work.kind(), work.key(), work.lane(),
                json(work.payload()), due, Optional.empty(), 0, 0, Optional.empty())) == null;
    }

    @Override
    public boolean cancel(String kind, String key) {
        return items.remove(id(kind, key)) != null;
    }

    @Override
    public void cancel(String kind, Collection<String> keys) {
        keys.forEach(key -> cancel(kind, key));
    }

    @Override
    public boolean hasten(String kind, String key, Instant at) {
        return items.computeIfPresent(id(kind, key), (id, item) -> item.dueAt().isAfter(at)
                ? with(item, item.payload(), at, item.failures(), item.lastError().orElse(null)) : item) != null;
    }

    @Override
    public Optional<WorkItem> find(String kind, String key) {
        return Optional.ofNullable(items.get(id(kind, key)));
    }

    /** Every row, in the order of enqueuing. */
    public List<WorkItem> items() {
        return List.copyOf(items.values());
    }

    /**
     * Works one row now, due or not, and does what its outcome says; an exception of the handler counts as a failure
     * and is thrown on.
     */
    public <P> WorkOutcome run(WorkHandler<P> handler, String key) throws Exception {
        String id = id(handler.kind(), key);
        WorkItem taken = items.computeIfPresent(id, (each, item) -> new WorkItem(item.kind(), item.key(), item.lane(),
                item.payload(), item.dueAt(), item.runningAt(), item.runs() + 1, item.failures(), item.lastError()));
        if (taken == null) {
            throw new IllegalArgumentException("there is no " + handler.kind() + " " + key);
        }
        try {
            WorkOutcome outcome = handler.work(new InMemoryWork<>(this, taken, handler.payload()));
            settle(id, outcome);
            return outcome;
        } catch (Exception e) {
            items.computeIfPresent(id, (each, item) ->
                    with(item, item.payload(), item.dueAt(), item.failures() + 1, e.toString()));
            throw e;
        }
    }

    private void settle(String id, WorkOutcome outcome) {
        switch (outcome) {
            case WorkOutcome.Done done -> items.remove(id);
            case WorkOutcome.Again again -> items.computeIfPresent(id, (each, item) ->
                    with(item, item.payload(), due(again.when()), 0, again.why()));
        }
        outcome.inTransaction().run();
    }

    boolean save(String kind, String key, Object payload) {
        return items.computeIfPresent(id(kind, key), (each, item) -> with(item, json(payload), item.dueAt(),
                item.failures(), item.lastError().orElse(null))) != null;
    }

    private Instant due(WorkOutcome.When when) {
        return switch (when) {
            case WorkOutcome.When.At at -> at.instant();
            case WorkOutcome.When.After after -> clock.instant().plus(after.pause());
        };
    }

    private static WorkItem with(WorkItem item, String payload, Instant due, int failures, String error) {
        return new WorkItem(item.kind(), item.key(), item.lane(), payload, due, Optional.empty(), item.runs(), failures,
                Optional.ofNullable(error));
    }

    private static String json(Object payload) {
        try {
            return DiamondJson.json().writeValueAsString(payload);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String id(String kind, String key) {
        return kind + '\0' + key;
    }
}
