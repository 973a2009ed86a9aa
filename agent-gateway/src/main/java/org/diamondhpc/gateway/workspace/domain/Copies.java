package org.diamondhpc.gateway.workspace.domain;

import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.schemas.task.Replica;

/** What becomes of an entry when a copy of it is found: same content adds a copy, other content replaces the entry. */
public final class Copies {
    private Copies() {
    }

    /** Whether the new content is certainly the old one. */
    public static boolean same(String oldSha256, String newSha256) {
        return oldSha256 != null && oldSha256.equals(newSha256);
    }

    /** The new copies first, since they were seen last. */
    public static List<Replica> merged(List<Replica> old, List<Replica> found) {
        List<Replica> all = new ArrayList<>(found);
        old.stream().filter(r -> !all.contains(r)).forEach(all::add);
        return all;
    }
}
