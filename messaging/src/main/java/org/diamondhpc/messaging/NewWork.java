package org.diamondhpc.messaging;

import java.time.Instant;
import java.util.Objects;

/**
 * Something to be done outside the transaction that asks for it.
 *
 * @param kind which {@link WorkHandler} does it
 * @param key unique within the kind: asking twice while the first row exists is asking once
 * @param lane what it shares a concurrency limit with, usually a site; work that must not wait behind another kind at
 *     the same site takes a lane of its own, such as {@code frontier/cancel}
 * @param payload anything {@code DiamondJson} can write and read back
 * @param notBefore the earliest time, null for now
 */
public record NewWork(String kind, String key, String lane, Object payload, Instant notBefore) {
    public NewWork {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(lane, "lane");
        Objects.requireNonNull(payload, "payload");
    }

    public NewWork(String kind, String key, String lane, Object payload) {
        this(kind, key, lane, payload, null);
    }
}
