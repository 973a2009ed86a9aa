package org.diamondhpc.gateway.task;

import com.fasterxml.jackson.core.JsonProcessingException;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.Transient;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import org.diamondhpc.gateway.task.domain.TaskLife;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.schemas.task.TaskState;

/**
 * A task as it is kept; only what is asked for in SQL has a column. Changes of many tasks are written in batches, so one
 * statement must fit all: what never changes, or seldom and is long, is no part of it.
 */
@Entity
@Table(name = "task")
class TaskRow {
    @Id
    String id;
    @Column(updatable = false)
    String tenant;
    @Column(updatable = false)
    String session;
    @Column(updatable = false)
    String name;
    String state;
    String site;
    int attempt;
    @Column(updatable = false)
    String[] labels;
    @Column(name = "retry_of", updatable = false)
    String retryOf;
    /** Changed by {@link TaskRows#reorder} alone. */
    @Column(name = "task_order", updatable = false)
    String order;
    String life;
    int version;
    int events;
    @Column(name = "created_at", updatable = false)
    Instant createdAt;
    @Column(name = "changed_at")
    Instant changedAt;
    @Column(name = "ended_at")
    Instant endedAt;
    /** What {@link #life} says, as it was read or written last, and the text it was read from or written as. */
    @Transient
    private TaskLife known;
    @Transient
    private String knownAs;

    static TaskRow of(TaskOrder order, TaskLife life, String retryOf) {
        TaskRow row = new TaskRow();
        row.id = order.task().value();
        row.tenant = order.tenant().value();
        row.session = order.session() == null ? null : order.session().value();
        row.name = order.spec().name();
        row.labels = Labels.kept(order.spec().labels());
        row.retryOf = retryOf;
        row.createdAt = order.requestedAt();
        row.order(order);
        row.life(life, order.requestedAt());
        row.version = 1;
        return row;
    }

    TaskId taskId() {
        return new TaskId(id);
    }

    TenantId tenantId() {
        return new TenantId(tenant);
    }

    SessionId sessionId() {
        return session == null ? null : new SessionId(session);
    }

    TaskState taskState() {
        return TaskState.valueOf(state);
    }

    TaskOrder order() {
        return read(order, TaskOrder.class);
    }

    void order(TaskOrder now) {
        order = write(now);
    }

    Duration limit() {
        return Duration.ofSeconds(order().spec().resources().duration().seconds());
    }

    TaskLife life() {
        if (!life.equals(knownAs)) {
            known = read(life, TaskLife.class);
            knownAs = life;
        }
        return known;
    }

    /** The new state, and the next version for whoever compares. */
    void life(TaskLife now, Instant at) {
        life = write(now);
        known = now;
        knownAs = life;
        state = now.state().name();
        attempt = now.attempt();
        site = now.facts().placement() == null ? null : now.facts().placement().site().value();
        endedAt = now.timings().endedAt();
        changedAt = at;
        version++;
    }

    private static <T> T read(String json, Class<T> type) {
        try {
            return DiamondJson.json().readValue(json, type);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String write(Object value) {
        try {
            return DiamondJson.json().writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
