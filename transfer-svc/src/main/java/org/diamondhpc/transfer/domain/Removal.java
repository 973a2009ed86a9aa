package org.diamondhpc.transfer.domain;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.diamondhpc.schemas.Absent;

/**
 * How far the deleting of what has been moved away is.
 *
 * @param done wishes whose source is dealt with
 * @param deletions what Globus deletes for a wish, under its submission
 * @param deleted files that are gone
 * @param notes what stays at its source and why, in words
 */
public record Removal(Set<Integer> done, Map<Integer, String> deletions, int deleted, List<String> notes) {
    public Removal {
        done = done == null ? Set.of() : Set.copyOf(done);
        deletions = Absent.map(deletions);
        notes = Absent.list(notes);
    }

    public static Removal begin() {
        return new Removal(null, null, 0, null);
    }

    /** Left to Globus under this submission. */
    public Removal given(int wish, String submission) {
        Map<Integer, String> more = new HashMap<>(deletions);
        more.put(wish, submission);
        return new Removal(done, more, deleted, notes);
    }

    /** @param kept why something stays; null where nothing does */
    public Removal done(int wish, int files, String kept) {
        Set<Integer> all = new HashSet<>(done);
        all.add(wish);
        List<String> more = new ArrayList<>(notes);
        if (kept != null) {
            more.add(kept);
        }
        return new Removal(all, deletions, deleted + files, more);
    }
}
