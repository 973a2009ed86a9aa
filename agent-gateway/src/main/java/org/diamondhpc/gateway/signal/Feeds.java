package org.diamondhpc.gateway.signal;

import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.diamondhpc.gateway.GatewayConfig;

/**
 * Follows a numbered list: reads what comes after a position, sends it, and reads on when the client has taken it, so
 * that a slow client costs no memory.
 */
@Singleton
public class Feeds {
    private final Watch watch;
    private final GatewayConfig config;
    private final AtomicInteger open;

    Feeds(Watch watch, GatewayConfig config, MeterRegistry meters) {
        this.watch = watch;
        this.config = config;
        this.open = meters.gauge("diamond.gateway.streams", new AtomicInteger());
    }

    /** What follows a position, with the position after it. */
    public record Step<P, T>(List<T> items, P next, boolean last) {
    }

    /**
     * What to follow.
     *
     * @param signal fired when there may be something new
     * @param recheck whether changes by other replicas give no signal, so that a look now and then is needed
     * @param from where to begin
     * @param read what follows a position; empty where there is nothing yet
     */
    public record Source<P, T>(String signal, boolean recheck, P from, Function<P, Optional<Step<P, T>>> read) {
        /** The same with each item in another form. */
        public <R> Source<P, R> map(Function<? super T, ? extends R> to) {
            return new Source<>(signal, recheck, from, p -> read.apply(p).map(s ->
                    new Step<>(s.items().stream().<R>map(to).toList(), s.next(), s.last())));
        }
    }

    /** @param idle sent when nothing has happened for a while, so that whoever passes the stream on keeps it open */
    public <P, T> Multi<T> follow(Source<P, T> source, Supplier<List<T>> idle) {
        AtomicReference<P> position = new AtomicReference<>(source.from());
        Duration period = source.recheck() ? config.recheck() : null;
        Uni<Step<P, T>> next = Uni.createFrom().deferred(() -> watch.until(source.signal(), config.heartbeat(), period,
                () -> source.read().apply(position.get()))).map(found -> found.orElseGet(() ->
                new Step<>(idle.get(), position.get(), false)));
        return Multi.createBy().repeating().uni(() -> next.invoke(step -> position.set(step.next()))).whilst(
                        step -> !step.last())
                .onItem().transformToMultiAndConcatenate(step -> Multi.createFrom().iterable(step.items()))
                .onSubscription().invoke(open::incrementAndGet)
                .onTermination().invoke(open::decrementAndGet);
    }
}
