package org.diamondhpc.gateway.agent.domain;

/**
 * What a turn has used so far.
 *
 * @param modelCalls requests to the model, also those that failed or whose answer was lost
 * @param inputTokens as the endpoint counted; of lost answers nothing is known
 * @param costMicros millionths of the currency
 */
public record Spent(int modelCalls, int toolCalls, long inputTokens, long outputTokens, long costMicros) {
    public static final Spent NOTHING = new Spent(0, 0, 0, 0, 0);

    public Spent asked() {
        return new Spent(modelCalls + 1, toolCalls, inputTokens, outputTokens, costMicros);
    }

    public Spent answered(Usage usage, Price price) {
        return new Spent(modelCalls, toolCalls, inputTokens + usage.input(), outputTokens + usage.output(),
                costMicros + price.micros(usage));
    }

    Spent called() {
        return new Spent(modelCalls, toolCalls + 1, inputTokens, outputTokens, costMicros);
    }

    long tokens() {
        return inputTokens + outputTokens;
    }
}
