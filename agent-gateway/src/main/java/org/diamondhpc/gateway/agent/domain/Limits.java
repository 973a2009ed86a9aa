package org.diamondhpc.gateway.agent.domain;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * What one turn may use. Looked at before each request to the model and before its calls are carried out, so tokens and
 * cost may be exceeded by one answer.
 *
 * @param tokens read and written together
 * @param costMicros millionths of the currency
 */
public record Limits(int modelCalls, int toolCalls, long tokens, long costMicros) {
    private static final int MICRO_DIGITS = 6;

    /** Which limit keeps the model from being asked again; in words. */
    Optional<String> beforeAsking(Spent spent) {
        if (spent.modelCalls() >= modelCalls) {
            return Optional.of("it asked the model " + spent.modelCalls() + " times, which is the most");
        }
        if (spent.tokens() >= tokens) {
            return Optional.of("it used " + spent.tokens() + " tokens of at most " + tokens);
        }
        return spent.costMicros() >= costMicros && spent.costMicros() > 0
                ? Optional.of("it cost " + amount(spent.costMicros()) + " of at most " + amount(costMicros))
                : Optional.empty();
    }

    /** Which limit keeps so many more calls from being carried out. */
    Optional<String> beforeCalling(Spent spent, int more) {
        return spent.toolCalls() + more <= toolCalls ? Optional.empty()
                : Optional.of("its " + (spent.toolCalls() + more) + " tool calls are more than " + toolCalls);
    }

    private static String amount(long micros) {
        return BigDecimal.valueOf(micros, MICRO_DIGITS).stripTrailingZeros().toPlainString();
    }
}
