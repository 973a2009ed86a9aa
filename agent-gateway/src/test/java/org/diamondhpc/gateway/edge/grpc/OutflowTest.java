package org.diamondhpc.gateway.edge.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.stub.ServerCallStreamObserver;
import io.smallrye.mutiny.Multi;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A stream goes as fast as its client, and stops with it. */
class OutflowTest {
    /** A client with room for so many messages. */
    private static final class SlowCall extends ServerCallStreamObserver<Integer> {
        final List<Integer> sent = new ArrayList<>();
        int room;
        boolean over;
        Runnable ready;
        Runnable cancelled;

        void makeRoom(int more) {
            room += more;
            ready.run();
        }

        @Override
        public boolean isReady() {
            return room > 0;
        }

        @Override
        public void setOnReadyHandler(Runnable handler) {
            ready = handler;
        }

        @Override
        public void setOnCancelHandler(Runnable handler) {
            cancelled = handler;
        }

        @Override
        public void onNext(Integer item) {
            room--;
            sent.add(item);
        }

        @Override
        public void onCompleted() {
            over = true;
        }

        @Override
        public void onError(Throwable e) {
            throw new AssertionError(e);
        }

        @Override
        public boolean isCancelled() {
            return false;
        }

        @Override
        public void setCompression(String compression) {
            // Messages are small.
        }

        @Override
        public void disableAutoInboundFlowControl() {
            // There is one request.
        }

        @Override
        public void request(int count) {
            // There is one request.
        }

        @Override
        public void setMessageCompression(boolean enable) {
            // Messages are small.
        }
    }

    @Test
    void noMoreIsMadeThanTheClientHasRoomFor() {
        AtomicInteger made = new AtomicInteger();
        SlowCall call = new SlowCall();
        Outflow.<Integer>to(call, e -> e).carry(
                Multi.createBy().repeating().supplier(made::incrementAndGet).indefinitely());

        call.makeRoom(3);

        assertThat(call.sent).containsExactly(1, 2, 3);
        assertThat(made).hasValueLessThanOrEqualTo(4);
    }

    @Test
    void theEndIsSaid() {
        SlowCall call = new SlowCall();
        Outflow.<Integer>to(call, e -> e).carry(Multi.createFrom().items(1, 2));

        call.makeRoom(5);

        assertThat(call.sent).containsExactly(1, 2);
        assertThat(call.over).isTrue();
    }

    @Test
    void whoHasGoneIsSentNothingAnyMore() {
        AtomicInteger stopped = new AtomicInteger();
        SlowCall call = new SlowCall();
        Outflow.<Integer>to(call, e -> e).carry(Multi.createBy().repeating().supplier(() -> 1).indefinitely()
                .onCancellation().invoke(stopped::incrementAndGet));
        call.makeRoom(1);

        call.cancelled.run();
        call.makeRoom(5);

        assertThat(call.sent).hasSize(1);
        assertThat(stopped).hasValue(1);
    }
}
