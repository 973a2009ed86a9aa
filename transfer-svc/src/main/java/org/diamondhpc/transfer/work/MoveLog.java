package org.diamondhpc.transfer.work;

import java.util.List;

/** Hears how a move goes, and tells the mover whether to go on. */
interface MoveLog {
    /** For whom nobody listens to. */
    MoveLog SILENT = new MoveLog() {
        @Override
        public void bytes(long more) {
            // nobody listens
        }

        @Override
        public void settled(List<Moved> items) {
            // nobody listens
        }

        @Override
        public void checkStopped() {
            // nobody stops it
        }
    };

    /** So many more bytes have gone over the network. */
    void bytes(long more);

    /** These items have come to an end; it is saved before this returns. */
    void settled(List<Moved> items);

    /** @throws Stopped where nobody wants the result any more */
    void checkStopped();
}
