package org.diamondhpc.transfer.work;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.session.CommandResult;
import org.diamondhpc.site.session.SiteException;
import org.diamondhpc.site.session.SiteSession;

/**
 * What lies at a path; links are followed.
 *
 * @param real with links and dots resolved
 * @param kind NOTHING where it does not exist or may not be looked at
 * @param modified seconds since 1970
 */
record Seen(String path, String real, Kind kind, long size, long modified) {
    enum Kind { FILE, FOLDER, OTHER, NOTHING }

    private static final int TYPE_MASK = 0xF000;
    private static final int REGULAR = 0x8000;
    private static final int DIRECTORY = 0x4000;

    /** Looks at all of them in one command; the answer is in the same order. */
    static List<Seen> at(SiteSession session, List<String> paths) {
        if (paths.isEmpty()) {
            return List.of();
        }
        CommandResult result = session.run(Program.INSPECT.with().withStdin(NulFields.bytes(paths)));
        List<String> fields = NulFields.of(result.orThrow("looking at files").stdout());
        List<Seen> seen = new ArrayList<>();
        for (int at = 0; at < fields.size();) {
            int count = Integer.parseInt(fields.get(at++));
            List<String> real = fields.subList(at, at + count);
            at += count;
            Map<String, String[]> facts = new HashMap<>();
            for (; !fields.get(at).equals("."); at++) {
                String[] record = fields.get(at).split(" ", 4);
                facts.put(record[3], record);
            }
            at++;
            for (String resolved : real) {
                String path = paths.get(seen.size());
                seen.add(of(path, resolved, facts.get(path)));
            }
        }
        if (seen.size() != paths.size()) {
            throw SiteException.of(Reason.SITE_MISCONFIGURED, "looking at files gave too few answers");
        }
        return seen;
    }

    private static Seen of(String path, String real, String[] record) {
        if (record == null) {
            return new Seen(path, real, Kind.NOTHING, 0, 0);
        }
        Kind kind = switch (Integer.parseInt(record[0], 16) & TYPE_MASK) {
            case REGULAR -> Kind.FILE;
            case DIRECTORY -> Kind.FOLDER;
            default -> Kind.OTHER;
        };
        return new Seen(path, real, kind, Long.parseLong(record[1]), Long.parseLong(record[2]));
    }
}
