package org.diamondhpc.gateway.agent.model;

import java.net.URI;
import java.time.Duration;
import org.diamondhpc.gateway.agent.domain.Price;

/**
 * A model that may be asked.
 *
 * @param name as users know it here
 * @param model as the endpoint knows it
 * @param keyVariable the environment variable that holds the key; null: the endpoint wants none
 * @param maxTokens an answer has at most so many
 * @param maxTokensField how an OpenAI-compatible endpoint calls that
 * @param contextTokens what the model is shown has at most about so many
 * @param timeout for the whole of an answer
 */
public record ModelSettings(String name, Kind kind, URI endpoint, String model, String keyVariable, int maxTokens,
        String maxTokensField, int contextTokens, Price price, Duration timeout) {
    /** Which form the endpoint speaks. */
    public enum Kind {
        OPENAI, ANTHROPIC
    }
}
