package org.diamondhpc.messaging;

import java.util.concurrent.CompletableFuture;

/**
 * Questions that a person or an agent is waiting for. Nothing is stored: a question or answer lost with a killed
 * process is a timeout, and the one who asked asks again.
 */
public interface RequestReply {
    /**
     * Asks, and completes with the answer read as {@code answer}.
     *
     * <p>Completes with a {@link org.diamondhpc.schemas.reason.DiamondException} where there is no answer:
     * {@code SITE_TIMEOUT} after the question's timeout, {@code INTERNAL_UNAVAILABLE} where the broker did not take
     * the question, else the problem the responder replied with. An answer that comes later is passed over.
     */
    <R> CompletableFuture<R> ask(Question question, Class<R> answer);
}
