package org.diamondhpc.messaging;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.diamondhpc.schemas.Absent;

/**
 * A short question to whichever service answers its type.
 *
 * @param topic where it is asked
 * @param replyTopic where the answer is expected
 * @param key the record's key; questions of one key reach the same replica of the answering service
 * @param type {@code ce_type}, which names the answering {@link Responder.Answerer}
 * @param subject {@code ce_subject}; also the responder's lane, usually the site
 * @param source {@code ce_source}
 * @param body anything {@code DiamondJson} can write
 * @param timeout how long the answer is of use; the responder drops a question that is older
 * @param headers further record headers, for example a tenant
 */
public record Question(
        String topic,
        String replyTopic,
        String key,
        String type,
        String subject,
        String source,
        Object body,
        Duration timeout,
        Map<String, String> headers) {
    public Question {
        Objects.requireNonNull(topic, "topic");
        Objects.requireNonNull(replyTopic, "replyTopic");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(timeout, "timeout");
        headers = Absent.map(headers);
    }
}
