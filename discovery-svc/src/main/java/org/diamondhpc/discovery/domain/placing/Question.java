package org.diamondhpc.discovery.domain.placing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.discovery.domain.verdict.Demand;
import org.diamondhpc.discovery.domain.verdict.Setback;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.spec.Application;
import org.diamondhpc.schemas.task.TaskOrder;

/**
 * What is to be decided.
 *
 * @param setbacks places that refused it for causes that pass
 * @param refusal why the last place refused it for good; absent: none did
 * @param deferrals how often no place could be had so far
 * @param application the entry of the application the task names; null: none
 */
public record Question(TaskOrder order, List<Setback> setbacks, Problem refusal, int deferrals, Instant now,
        Application application) {
    public Question {
        setbacks = Absent.list(setbacks);
    }

    public Question(TaskOrder order, List<Setback> setbacks, Problem refusal, int deferrals, Instant now) {
        this(order, setbacks, refusal, deferrals, now, null);
    }

    public static Question of(TaskOrder order, Instant now) {
        return new Question(order, List.of(), null, 0, now);
    }

    /** The same with one place less for the time being. */
    public Question avoiding(Setback place) {
        List<Setback> more = new ArrayList<>(setbacks);
        more.add(place);
        return new Question(order, more, refusal, deferrals, now, application);
    }

    public Demand demand() {
        return new Demand(order, setbacks, now, application);
    }

    /** The same about a task with what its application needs. */
    public Question of(Application known) {
        return known == null ? this : new Question(order.withSpec(order.spec().needing(known.requirements())), setbacks,
                refusal, deferrals, now, known);
    }
}
