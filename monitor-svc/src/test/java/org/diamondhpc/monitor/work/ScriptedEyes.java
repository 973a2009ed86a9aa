package org.diamondhpc.monitor.work;

import io.quarkus.test.Mock;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.diamondhpc.monitor.domain.Pace;
import org.diamondhpc.monitor.domain.TrackedJob;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.site.scheduler.Hint;
import org.diamondhpc.site.scheduler.Observation;
import org.diamondhpc.site.session.SiteException;

/** Eyes that see what the test says, and count their looks. */
@Mock
@ApplicationScoped
class ScriptedEyes extends SiteEyes {
    private final Map<AttemptId, Observation> seen = new ConcurrentHashMap<>();
    private final AtomicInteger looks = new AtomicInteger();
    private volatile Consumer<AccountWatch.Signal> signals;
    private volatile SiteException trouble;

    ScriptedEyes() {
        super(null, null, null, null);
    }

    void see(AttemptId attempt, Observation observation) {
        seen.put(attempt, observation);
    }

    void hint(Hint hint) {
        signals.accept(new AccountWatch.Signal.Hinted(hint));
    }

    void trouble(SiteException failure) {
        trouble = failure;
    }

    int looks() {
        return looks.get();
    }

    boolean following() {
        return signals != null;
    }

    @Override
    AccountEyes of(AccountId account) {
        return new Eyes();
    }

    @Override
    Pace pace(AccountId account) {
        return Pace.of(Duration.ofMillis(500), Duration.ofSeconds(2));
    }

    private final class Eyes implements AccountEyes {
        @Override
        public Instant now() {
            return Clock.systemUTC().instant();
        }

        @Override
        public void follow(Consumer<AccountWatch.Signal> listener) {
            signals = listener;
        }

        @Override
        public void followAgainIfCut(Consumer<AccountWatch.Signal> listener) {
            // never cut here
        }

        @Override
        public Map<TrackedJob, List<Observation>> look(List<TrackedJob> jobs) {
            looks.incrementAndGet();
            if (trouble != null) {
                throw trouble;
            }
            Map<TrackedJob, List<Observation>> result = new HashMap<>();
            jobs.forEach(j -> result.put(j, List.of(seen.getOrDefault(j.attempt(),
                    new Observation.Pending("Priority", "others go first", null)))));
            return result;
        }

        @Override
        public Map<TrackedJob, Observation.Accounted> usage(List<TrackedJob> ended) {
            Map<TrackedJob, Observation.Accounted> result = new HashMap<>();
            ended.forEach(j -> result.put(j, new Observation.Accounted("COMPLETED", null)));
            return result;
        }

        @Override
        public void close() {
            // nothing is open
        }
    }
}
