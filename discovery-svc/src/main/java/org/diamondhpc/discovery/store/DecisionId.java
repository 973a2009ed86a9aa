package org.diamondhpc.discovery.store;

import jakarta.persistence.Embeddable;
import java.io.Serializable;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.id.TaskId;

/** An attempt as a key. */
@Embeddable
public record DecisionId(String task, int attempt) implements Serializable {
    static DecisionId of(AttemptId attempt) {
        return new DecisionId(attempt.task().value(), attempt.number());
    }

    AttemptId attemptId() {
        return new AttemptId(new TaskId(task), attempt);
    }
}
