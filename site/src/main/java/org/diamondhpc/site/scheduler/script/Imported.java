package org.diamondhpc.site.scheduler.script;

import java.util.List;
import org.diamondhpc.schemas.request.ScriptNote;
import org.diamondhpc.schemas.spec.TaskSpec;

/**
 * A script carried into a task.
 *
 * @param family whose script it was
 * @param spec the task; its script has what it needs to run under any family put behind the first line
 * @param notes all that is not the same, grave ones last
 */
public record Imported(String family, TaskSpec spec, List<ScriptNote> notes) {
    public Imported {
        notes = List.copyOf(notes);
    }
}
