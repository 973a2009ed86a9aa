package org.diamondhpc.globus.simulator.move;

import org.diamondhpc.globus.simulator.storage.Entry;
import org.diamondhpc.globus.simulator.task.Ended;
import org.diamondhpc.globus.simulator.task.Task;

/** Removes trees. Links are removed, never followed. */
final class Removal {
    private final Side side;
    private final Task task;

    Removal(Side side, Task task) {
        this.side = side;
        this.task = task;
    }

    void remove(String path, Entry entry) throws Trouble, Ended {
        task.checkpoint();
        if (entry.directory() && !entry.symlink()) {
            for (Entry child : side.on("list", path, f -> f.list(path))) {
                remove(path + "/" + child.name(), child);
            }
        }
        side.on("delete", path, f -> {
            f.delete(path);
            return null;
        });
    }
}
