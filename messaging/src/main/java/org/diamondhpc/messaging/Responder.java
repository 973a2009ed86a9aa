package org.diamondhpc.messaging;

import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecords;

/**
 * The answering side of {@link RequestReply}, called by a service's {@code @Incoming} method on the request topic
 * ({@code auto.offset.reset=latest}: old questions are of no use).
 */
public interface Responder {
    /**
     * Takes a batch of questions and returns at once: each is answered on a virtual thread of its own, at most
     * {@code diamond.replies.per-lane} at a time for one subject, so that a slow site delays nobody else. Where more
     * than {@code diamond.replies.waiting} wait for the same subject the answer is the problem {@code SITE_BUSY}.
     * Types without an entry are passed over: another service answers them. A question may come twice.
     *
     * @param source {@code ce_source} of the answers
     * @param answerers by the question's {@code ce_type}
     */
    void answer(String source, ConsumerRecords<String, byte[]> questions, Map<String, Answerer> answerers);

    /** Answers questions of one type; reads only, or is idempotent. */
    @FunctionalInterface
    interface Answerer {
        /**
         * The answer's body.
         *
         * @throws Exception a {@link org.diamondhpc.schemas.reason.DiamondException} travels to the asking side as
         *     its problem, anything else as {@code INTERNAL_ERROR}
         */
        Object answer(ReceivedEvent question) throws Exception;
    }
}
