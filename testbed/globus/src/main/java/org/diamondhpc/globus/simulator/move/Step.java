package org.diamondhpc.globus.simulator.move;

import java.util.Set;
import org.diamondhpc.globus.simulator.task.TransferDocument;

/** A part of a transfer that succeeds or fails by itself. */
sealed interface Step {
    String source();

    String destination();

    /** An item as submitted, of which nothing is known yet. */
    record Item(TransferDocument.Item item) implements Step {
        @Override
        public String source() {
            return item.sourcePath();
        }

        @Override
        public String destination() {
            return item.destinationPath();
        }
    }

    record Directory(String source, String destination, int depth) implements Step { }

    /** @param item that asked for this very file, with its checksum; null for one found in a directory */
    record File(String source, String destination, TransferDocument.Item item) implements Step { }

    record Link(String source, String destination) implements Step { }

    /** @param kept names that the source has or the filters hide */
    record Prune(String source, String destination, Set<String> kept) implements Step { }
}
