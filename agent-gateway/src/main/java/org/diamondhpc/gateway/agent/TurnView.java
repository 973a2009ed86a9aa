package org.diamondhpc.gateway.agent;

import java.math.BigDecimal;
import java.time.Instant;
import org.diamondhpc.gateway.agent.domain.Spent;
import org.diamondhpc.gateway.agent.domain.TurnState;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.reason.Problem;

/**
 * A turn: a goal and what the hosted agent did about it.
 *
 * @param number counts from 1 for each session
 * @param answer in the model's words; absent where there is none (yet)
 * @param problem why there is none; absent where nothing went wrong
 * @param trouble what keeps it from going on just now, which is tried again by itself
 */
public record TurnView(SessionId session, int number, TurnState state, String model, String goal, String answer,
        Problem problem, String trouble, TurnUsage used, Instant createdAt, Instant changedAt, Instant endedAt) {
    private static final int MICRO_DIGITS = 6;

    /**
     * What was used.
     *
     * @param modelCalls requests to the model, also those whose answer was lost
     * @param inputTokens as the endpoint counted
     * @param cost by the configured prices
     */
    public record TurnUsage(int modelCalls, int toolCalls, long inputTokens, long outputTokens, BigDecimal cost,
            String currency) {
        static TurnUsage of(Spent spent, String currency) {
            return new TurnUsage(spent.modelCalls(), spent.toolCalls(), spent.inputTokens(), spent.outputTokens(),
                    BigDecimal.valueOf(spent.costMicros(), MICRO_DIGITS), currency);
        }
    }
}
