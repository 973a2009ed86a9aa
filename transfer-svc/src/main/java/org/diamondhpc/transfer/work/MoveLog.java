package org.diamondhpc.transfer.work;

import java.time.Duration;
import java.util.List;
import org.diamondhpc.schemas.id.SiteId;

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

    /**
     * As {@link #settled(List)}.
     *
     * @param from where they came from, where that is not the batch's end
     * @param took how long they were on their way, where that is not the time of this call
     */
    default void settled(List<Moved> items, SiteId from, Duration took) {
        settled(items);
    }

    /** Something at the target is different from the source, as people should know. */
    default void note(String difference) {
        // nobody listens
    }

    /** @throws Stopped where nobody wants the result any more */
    void checkStopped();
}
