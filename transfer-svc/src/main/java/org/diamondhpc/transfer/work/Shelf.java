package org.diamondhpc.transfer.work;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.transfer.globus.CollectionFiles;
import org.diamondhpc.transfer.globus.api.FileDocument;
import org.diamondhpc.transfer.globus.domain.CollectionRules;
import org.diamondhpc.transfer.globus.domain.Way;

/** A collection in the hands of one tenant. */
record Shelf(TenantId tenant, Way way, CollectionRules rules) {
    /**
     * What a walk down to a path found.
     *
     * @param last the deepest that is there
     * @param missing the paths below it that are not, the highest first
     */
    record Walk(FileDocument last, List<String> missing) {
        Optional<FileDocument> entry() {
            return missing.isEmpty() ? Optional.of(last) : Optional.empty();
        }
    }

    /** Looks at every name from the mapped root down: a link on the way would lead past the rules. */
    Walk walk(CollectionFiles files, String path) {
        rules.mayRead(path);
        List<String> down = down(path);
        FileDocument last = null;
        for (int i = 0; i < down.size(); i++) {
            Optional<FileDocument> seen = files.stat(tenant, way, down.get(i));
            if (seen.isEmpty()) {
                return new Walk(last, down.subList(i, down.size()));
            }
            last = seen.get();
            if (i < down.size() - 1) {
                mustBeFolder(down.get(i), last);
            }
        }
        return new Walk(last, List.of());
    }

    private static void mustBeFolder(String path, FileDocument seen) {
        if (seen.link()) {
            throw DiamondException.of(Reason.INVALID_PATH, path + " is a link" + (seen.linkTarget() == null ? ""
                    : " to " + seen.linkTarget()) + "; name what it points to");
        }
        if (!seen.folder()) {
            throw DiamondException.of(Reason.SITE_NO_SUCH_FILE, path + " is no folder");
        }
    }

    /** The mapped root and every path from there to this one. */
    private List<String> down(String path) {
        List<String> all = new ArrayList<>(List.of(rules.root().folder()));
        while (!all.getLast().equals(path)) {
            int next = path.indexOf('/', all.getLast().equals("/") ? 1 : all.getLast().length() + 1);
            all.add(next < 0 ? path : path.substring(0, next));
        }
        return all;
    }
}
