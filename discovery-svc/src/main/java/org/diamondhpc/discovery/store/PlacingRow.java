package org.diamondhpc.discovery.store;

import com.fasterxml.jackson.core.type.TypeReference;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.discovery.domain.placing.Question;
import org.diamondhpc.discovery.domain.verdict.Setback;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.task.TaskOrder;

/** One task on its way through placement. */
@Entity
@Table(name = "placing_task")
public class PlacingRow {
    private static final TypeReference<List<Setback>> SETBACKS = new TypeReference<>() { };

    @Id
    private String task;
    private String tenant;
    private int attempt;
    private int refusals;
    private int deferrals;
    private int moves;
    private boolean waiting;
    private boolean cancelled;
    private String cause;
    private String setbacks;
    private String refusal;
    private Instant updatedAt;

    protected PlacingRow() {
    }

    PlacingRow(TaskId task, TenantId tenant, Instant now) {
        this.task = task.value();
        this.tenant = tenant.value();
        this.updatedAt = now;
    }

    public TaskId task() {
        return new TaskId(task);
    }

    public TenantId tenant() {
        return new TenantId(tenant);
    }

    public boolean cancelled() {
        return cancelled;
    }

    /** Whether it waits here for a place. */
    public boolean waiting() {
        return waiting;
    }

    public int refusals() {
        return refusals;
    }

    public int moves() {
        return moves;
    }

    /** Its job was withdrawn, so that it can be placed elsewhere. */
    public void moved() {
        moves++;
    }

    /** Whether the attempt was given up or overtaken. */
    public boolean outdates(TaskOrder order) {
        return order.attempt() < attempt;
    }

    public Question question(TaskOrder order, Instant now) {
        List<Setback> all = Absent.list(Json.read(setbacks, SETBACKS));
        return new Question(order, all.stream().filter(s -> s.until().isAfter(now)).toList(),
                Json.read(refusal, Problem.class), deferrals, now);
    }

    /** The attempt that is placed now. */
    public void at(TaskOrder order, Instant now) {
        attempt = order.attempt();
        updatedAt = now;
    }

    public void refused(Setback setback, Problem problem) {
        refusals++;
        refusal = Json.write(problem);
        if (setback != null) {
            List<Setback> all = new ArrayList<>(Absent.list(Json.read(setbacks, SETBACKS)));
            all.add(setback);
            setbacks = Json.write(all);
        }
    }

    /** True where the cause is another one than before, so that it is worth telling. */
    public boolean deferred(String newCause, Instant now) {
        boolean news = !waiting || !newCause.equals(cause);
        waiting = true;
        cause = newCause;
        deferrals++;
        updatedAt = now;
        return news;
    }

    /** It does not wait here any more. */
    public void settled() {
        waiting = false;
        cause = null;
        deferrals = 0;
    }

    public void cancel() {
        cancelled = true;
        settled();
    }
}
