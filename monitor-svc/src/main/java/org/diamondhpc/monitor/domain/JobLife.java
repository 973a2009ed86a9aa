package org.diamondhpc.monitor.domain;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.schemas.Absent;

/** How far a job has come, as last seen for certain. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "state")
@JsonSubTypes({
    @JsonSubTypes.Type(value = JobLife.Waiting.class, name = "waiting"),
    @JsonSubTypes.Type(value = JobLife.Running.class, name = "running"),
    @JsonSubTypes.Type(value = JobLife.Ended.class, name = "ended")
})
public sealed interface JobLife {
    /** How often the scheduler has put it back into the queue. */
    int restarts();

    /** In the queue; {@code reason} is the scheduler's word, null before the first look. */
    record Waiting(String reason, int restarts) implements JobLife {
    }

    record Running(Instant startedAt, List<String> nodes, int restarts) implements JobLife {
        public Running {
            nodes = Absent.list(nodes);
        }
    }

    /** Over; kept until accounting has said what it used. */
    record Ended(Instant endedAt, int restarts) implements JobLife {
    }

    static JobLife submitted() {
        return new Waiting(null, 0);
    }
}
