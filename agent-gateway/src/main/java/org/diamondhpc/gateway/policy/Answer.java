package org.diamondhpc.gateway.policy;

/**
 * An answer that can be given again.
 *
 * @param location where the thing made can be found; may be absent
 * @param body anything {@code DiamondJson} can write, or its JSON text where replayed
 * @param replayed whether it was given before
 */
public record Answer(int status, String location, String etag, Object body, boolean replayed) {
    public static Answer of(int status, String location, String etag, Object body) {
        return new Answer(status, location, etag, body, false);
    }
}
