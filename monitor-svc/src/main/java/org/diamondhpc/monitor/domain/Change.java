package org.diamondhpc.monitor.domain;

import java.util.List;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.event.TaskEvent;

/** What follows from an observation: the job's new standing and the news of it. */
public record Change(TrackedJob next, List<TaskEvent> news) {
    public Change {
        news = Absent.list(news);
    }

    static Change none(TrackedJob job) {
        return new Change(job, List.of());
    }

    /** Whether there is anything to be written down. */
    public boolean changes(TrackedJob before) {
        return !news.isEmpty() || !next.equals(before);
    }
}
