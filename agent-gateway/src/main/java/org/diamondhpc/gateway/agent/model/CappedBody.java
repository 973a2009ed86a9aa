package org.diamondhpc.gateway.agent.model;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** Reads a body of at most so many bytes; a longer one is cut off and an error. */
final class CappedBody implements HttpResponse.BodySubscriber<byte[]> {
    private final int most;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
    private Flow.Subscription subscription;

    CappedBody(int most) {
        this.most = most;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return whole;
    }

    @Override
    public void onSubscribe(Flow.Subscription s) {
        subscription = s;
        s.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> pieces) {
        for (ByteBuffer piece : pieces) {
            if (bytes.size() + piece.remaining() > most) {
                subscription.cancel();
                whole.completeExceptionally(new IOException("the answer has more than " + most + " bytes"));
                return;
            }
            byte[] part = new byte[piece.remaining()];
            piece.get(part);
            bytes.writeBytes(part);
        }
    }

    @Override
    public void onError(Throwable t) {
        whole.completeExceptionally(t);
    }

    @Override
    public void onComplete() {
        whole.complete(bytes.toByteArray());
    }
}
