package org.diamondhpc.gateway.edge.grpc;

import io.grpc.stub.ServerCallStreamObserver;
import io.smallrye.mutiny.Multi;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * Carries a feed to a call: one item is asked for whenever the client has room, so a slow client costs no memory, and
 * none after it has gone or its deadline has passed.
 */
final class Outflow<A> implements Flow.Subscriber<A> {
    private final ServerCallStreamObserver<A> to;
    private final Function<Throwable, ? extends Throwable> failure;
    private final AtomicBoolean asked = new AtomicBoolean();
    private volatile Flow.Subscription subscription;

    private Outflow(ServerCallStreamObserver<A> to, Function<Throwable, ? extends Throwable> failure) {
        this.to = to;
        this.failure = failure;
    }

    /** Called before the call's method returns, since only then may a call's handlers be set. */
    static <A> Outflow<A> to(ServerCallStreamObserver<A> to, Function<Throwable, ? extends Throwable> failure) {
        Outflow<A> flow = new Outflow<>(to, failure);
        to.setOnReadyHandler(flow::pull);
        to.setOnCancelHandler(flow::stop);
        return flow;
    }

    void carry(Multi<A> feed) {
        feed.subscribe().withSubscriber(this);
    }

    @Override
    public void onSubscribe(Flow.Subscription s) {
        subscription = s;
        if (to.isCancelled()) {
            s.cancel();
        }
        pull();
    }

    @Override
    public void onNext(A item) {
        to.onNext(item);
        asked.set(false);
        pull();
    }

    @Override
    public void onError(Throwable e) {
        to.onError(failure.apply(e));
    }

    @Override
    public void onComplete() {
        to.onCompleted();
    }

    private void pull() {
        Flow.Subscription s = subscription;
        if (s != null && to.isReady() && asked.compareAndSet(false, true)) {
            s.request(1);
        }
    }

    private void stop() {
        Flow.Subscription s = subscription;
        if (s != null) {
            s.cancel();
        }
    }
}
