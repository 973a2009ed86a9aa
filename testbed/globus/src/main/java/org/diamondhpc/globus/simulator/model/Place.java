package org.diamondhpc.globus.simulator.model;

import java.nio.file.Path;

/** Where the files behind a collection are. */
public sealed interface Place {
    /** The directory that the collection shows as {@code /}. */
    Path root();

    /** A directory of this machine, used with this process's rights. */
    record Here(Path root) implements Place {
        public Here {
            root = root.toAbsolutePath().normalize();
        }
    }

    /**
     * A directory in the mount namespace of a practice cluster, used with the rights of the local user. Needs root.
     *
     * @param pidFile holds the id of the namespace's first process, as this machine counts
     */
    record Namespace(Path pidFile, Path root) implements Place { }
}
