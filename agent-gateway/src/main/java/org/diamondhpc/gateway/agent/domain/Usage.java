package org.diamondhpc.gateway.agent.domain;

/**
 * What one answer cost, in tokens, as the endpoint counted.
 *
 * @param input all that was read, from a cache or not
 * @param cached the part of {@code input} that came from the endpoint's cache
 */
public record Usage(long input, long cached, long output) {
    public static final Usage NONE = new Usage(0, 0, 0);

    public Usage {
        input = Math.max(0, input);
        cached = Math.clamp(cached, 0, input);
        output = Math.max(0, output);
    }
}
