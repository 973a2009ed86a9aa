package org.diamondhpc.gateway.signal;

import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.ShutdownEvent;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.smallrye.mutiny.subscription.UniEmitter;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Waits until a look at the tables finds something, without holding a thread: one look at the start, one after each
 * signal, one at the end of the time. Looks run on virtual threads in a transaction of their own, never two at once
 * for one waiter.
 */
@Singleton
public class Watch {
    private final Signals signals;
    /** Not Quarkus' executor: that one carries the asking request's context along, which may be over by then. */
    private final ExecutorService executor = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("watch-", 0).factory());

    Watch(Signals signals) {
        this.signals = signals;
    }

    void stop(@Observes ShutdownEvent event) {
        executor.shutdownNow();
    }

    /**
     * As {@link #until}, on the caller's virtual thread. A request that is put aside and taken up again while its first
     * thread still leaves it loses its request scope now and then (Quarkus 3.33); one that waits is never put aside.
     */
    public <T> Optional<T> await(String key, Duration atMost, Duration recheck, Supplier<Optional<T>> look) {
        Optional<T> now = QuarkusTransaction.requiringNew().call(look::get);
        return now.isPresent() || atMost.isZero() ? now : until(key, atMost, recheck, look).await().indefinitely();
    }

    /**
     * What {@code look} found, or empty after {@code atMost}.
     *
     * @param recheck how often to look without a signal; null: never, since every change signals
     */
    public <T> Uni<Optional<T>> until(String key, Duration atMost, Duration recheck, Supplier<Optional<T>> look) {
        return Uni.createFrom().emitter(emitter -> new Waiter<>(emitter, atMost, recheck, look).start(key));
    }

    private final class Waiter<T> {
        private final UniEmitter<? super Optional<T>> emitter;
        private final Duration atMost;
        private final Duration recheck;
        private final Supplier<Optional<T>> look;
        private final AtomicInteger pending = new AtomicInteger();
        private final AtomicBoolean over = new AtomicBoolean();
        private volatile boolean timeUp;
        private volatile Signals.Subscription subscription = () -> { };
        private volatile ScheduledFuture<?> timer;
        private volatile ScheduledFuture<?> ticker;

        Waiter(UniEmitter<? super Optional<T>> emitter, Duration atMost, Duration recheck,
                Supplier<Optional<T>> look) {
            this.emitter = emitter;
            this.atMost = atMost;
            this.recheck = recheck;
            this.look = look;
        }

        void start(String key) {
            emitter.onTermination(this::stop);
            subscription = signals.listen(key, this::lookSoon);
            if (atMost.isZero()) {
                timeUp = true;
            } else {
                timer = Infrastructure.getDefaultWorkerPool().schedule(() -> {
                    timeUp = true;
                    lookSoon();
                }, atMost.toMillis(), TimeUnit.MILLISECONDS);
                if (recheck != null) {
                    ticker = Infrastructure.getDefaultWorkerPool().scheduleAtFixedRate(this::lookSoon,
                            recheck.toMillis(), recheck.toMillis(), TimeUnit.MILLISECONDS);
                }
            }
            lookSoon();
        }

        /** Counts what came while a look is under way, so that it is followed by another. */
        private void lookSoon() {
            if (!over.get() && pending.getAndIncrement() == 0) {
                executor.execute(this::looks);
            }
        }

        private void looks() {
            int seen;
            do {
                seen = pending.get();
                lookOnce();
            } while (!over.get() && pending.addAndGet(-seen) > 0);
        }

        private void lookOnce() {
            boolean last = timeUp;
            try {
                Optional<T> found = QuarkusTransaction.requiringNew().call(look::get);
                if (found.isPresent() || last) {
                    stop();
                    emitter.complete(found);
                }
            } catch (RuntimeException e) {
                stop();
                emitter.fail(e);
            }
        }

        private void stop() {
            if (over.compareAndSet(false, true)) {
                subscription.close();
                cancel(timer);
                cancel(ticker);
            }
        }

        private static void cancel(ScheduledFuture<?> future) {
            if (future != null) {
                future.cancel(false);
            }
        }
    }
}
