package org.diamondhpc.transfer.globus.domain;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.transfer.globus.api.SkippedDocument;

/** What a task left out, since its source could not give it, as trouble of the wishes it belongs to and of no others. */
public final class Skips {
    private Skips() {
    }

    /** By the lines' numbers; a folder's trouble names one of its files. */
    public static Map<Integer, Problem> of(Consignment consignment, List<SkippedDocument> skipped) {
        Map<Integer, Problem> problems = new HashMap<>();
        for (Consignment.Line line : consignment.lines()) {
            List<SkippedDocument> own = skipped.stream().filter(s -> belongs(s, line)).toList();
            if (!own.isEmpty()) {
                SkippedDocument first = own.getFirst();
                String more = own.size() == 1 ? "" : " and of %d more".formatted(own.size() - 1);
                problems.put(line.number(), Problem.of(TaskCodes.reason(first.errorCode()), "%s, of %s%s at %s".formatted(
                        TaskCodes.words(first.errorCode()), first.sourcePath(), more, consignment.way().fromSite())));
            }
        }
        return problems;
    }

    private static boolean belongs(SkippedDocument skipped, Consignment.Line line) {
        String path = skipped.sourcePath();
        return path != null && (path.equals(line.source()) || line.tree()
                && (path + "/").startsWith(line.source().endsWith("/") ? line.source() : line.source() + "/"));
    }
}
