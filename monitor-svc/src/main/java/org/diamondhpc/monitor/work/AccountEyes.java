package org.diamondhpc.monitor.work;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.diamondhpc.monitor.domain.TrackedJob;
import org.diamondhpc.site.scheduler.Observation;

/** What a watch sees of its account's site; a failed look throws a {@link org.diamondhpc.site.session.SiteException}. */
interface AccountEyes extends AutoCloseable {
    Instant now();

    /** Follows the account's hint file from its end; what was before is found by the first look. */
    void follow(Consumer<AccountWatch.Signal> signals);

    /** Follows it again where the last following was cut. */
    void followAgainIfCut(Consumer<AccountWatch.Signal> signals);

    /** One command, whatever the number of jobs. */
    Map<TrackedJob, List<Observation>> look(List<TrackedJob> jobs);

    /** One command: what accounting says of ended jobs, as far as it has spoken. */
    Map<TrackedJob, Observation.Accounted> usage(List<TrackedJob> ended);

    @Override
    void close();
}
