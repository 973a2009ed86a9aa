package org.diamondhpc.site.scheduler;

import java.util.Map;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.task.AttemptLayout;

/** The files of an attempt, by their names in its directory; all are executable and readable by the account alone. */
public record JobScript(Map<String, String> files) {
    public JobScript {
        files = Absent.map(files);
        if (!files.containsKey(AttemptLayout.JOB_SCRIPT) || !files.containsKey(AttemptLayout.USER_SCRIPT)) {
            throw new IllegalArgumentException("a job has a script for the scheduler and one for the user's work");
        }
    }

    /** What the scheduler is given. */
    public String text() {
        return files.get(AttemptLayout.JOB_SCRIPT);
    }
}
