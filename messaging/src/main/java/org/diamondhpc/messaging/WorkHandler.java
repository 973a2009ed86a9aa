package org.diamondhpc.messaging;

/**
 * A CDI bean that does one kind of work. It runs on a virtual thread, outside any transaction, while its row is held
 * by a lease that is renewed in the background ({@code diamond.work.lease}). At most {@code diamond.work.per-lane}
 * rows of a lane and {@code diamond.work.total} rows in all are worked at once by one process.
 *
 * <p>A row can be taken up more than once (the process was killed, the lease ran out), so a handler first looks
 * whether the effect is there already: {@link Work#runs()} above 1 says that somebody was here before.
 */
public interface WorkHandler<P> {
    String kind();

    Class<P> payload();

    /**
     * Brings the effect about, or looks for it.
     *
     * @throws Exception unexpectedly: the row is kept, the message is visible in {@link WorkItem#lastError()}, and it
     *     is tried again after a growing pause of up to 60 s. Expected trouble is an {@link WorkOutcome.Again}.
     */
    WorkOutcome work(Work<P> work) throws Exception;
}
