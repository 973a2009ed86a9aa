package org.diamondhpc.messaging.fake;

import org.diamondhpc.messaging.LeaseLost;
import org.diamondhpc.messaging.Work;
import org.diamondhpc.messaging.WorkItem;

/** A row of the {@link InMemoryWorkQueue} in its handler's hands. */
final class InMemoryWork<P> implements Work<P> {
    private final InMemoryWorkQueue queue;
    private final WorkItem item;
    private P payload;

    InMemoryWork(InMemoryWorkQueue queue, WorkItem item, Class<P> type) {
        this.queue = queue;
        this.item = item;
        this.payload = item.payload(type);
    }

    @Override
    public String kind() {
        return item.kind();
    }

    @Override
    public String key() {
        return item.key();
    }

    @Override
    public String lane() {
        return item.lane();
    }

    @Override
    public P payload() {
        return payload;
    }

    @Override
    public int runs() {
        return item.runs();
    }

    @Override
    public int failures() {
        return item.failures();
    }

    @Override
    public void checkpoint(P next, Runnable inTransaction) {
        if (!queue.save(item.kind(), item.key(), next)) {
            throw new LeaseLost(item.kind(), item.key());
        }
        payload = next;
        inTransaction.run();
    }

    @Override
    public boolean held() {
        return queue.find(item.kind(), item.key()).isPresent();
    }
}
