package org.diamondhpc.schemas.event;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import org.diamondhpc.schemas.Topics;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.id.WaitId;
import org.diamondhpc.schemas.id.WebhookId;
import org.diamondhpc.schemas.reason.Reason;

/** The audit trail of an agent's conversation, on {@link Topics#SESSION_EVENTS}; all by agent-gateway. */
public sealed interface SessionEvent extends Event {
    SessionId session();

    TenantId tenant();

    @Override
    default Topics topic() {
        return Topics.SESSION_EVENTS;
    }

    @Override
    default String subject() {
        return session().value();
    }

    record SessionOpened(SessionId session, TenantId tenant, String title, Instant openedAt) implements SessionEvent {
    }

    /** The agent went to sleep until the wait is fulfilled. */
    record SessionParked(SessionId session, TenantId tenant, WaitId waitId, JsonNode condition, Instant deadline)
            implements SessionEvent {
    }

    /** The wake with this number is durable and being delivered. */
    record WakeIssued(SessionId session, TenantId tenant, long number, WaitId waitId, String reason, JsonNode digest,
            Instant issuedAt) implements SessionEvent {
    }

    /** The agent has seen every wake up to this number. */
    record WakeAcknowledged(SessionId session, TenantId tenant, long upTo) implements SessionEvent {
    }

    /**
     * The agent called a skill.
     *
     * @param actor whose token it was
     * @param input shortened, without contents and without the values of variables
     * @param summary what was answered, or what went wrong
     * @param reason absent: it went well
     */
    record SkillCalled(SessionId session, TenantId tenant, String skill, String actor, JsonNode input, String summary,
            Reason reason, Instant startedAt, Duration duration) implements SessionEvent {
    }

    /**
     * Nothing is sent to this webhook any more, until somebody asks for redelivery.
     *
     * @param host of its address; the rest of an address may be a secret
     * @param cause {@code GIVEN_UP} after failing for too long, or {@code GONE} where the receiver answered 410
     * @param undelivered the number of the first wake that was not taken
     * @param lastStatus what the receiver answered last; absent: nothing
     * @param failures tries in a row that failed
     */
    record WebhookStopped(SessionId session, TenantId tenant, WebhookId webhook, String host, String cause,
            long undelivered, Integer lastStatus, int failures, Instant failingSince, Instant stoppedAt)
            implements SessionEvent {
    }

    /**
     * The hosted agent was given a goal.
     *
     * @param turn counts from 1 for each session
     * @param actor whose token it was
     * @param model by its name here
     */
    record TurnBegun(SessionId session, TenantId tenant, int turn, String actor, String model, Instant begunAt)
            implements SessionEvent {
    }

    /**
     * The hosted agent's turn is over.
     *
     * @param state {@code ANSWERED}, {@code FAILED} or {@code CANCELLED}
     * @param reason why it failed; absent: it did not
     * @param modelCalls requests to the model, also those whose answer was lost
     * @param inputTokens as the model's endpoint counted
     * @param costMicros millionths of the currency, by the configured prices
     */
    record TurnEnded(SessionId session, TenantId tenant, int turn, String model, String state, Reason reason,
            int modelCalls, int toolCalls, long inputTokens, long outputTokens, long costMicros, String currency,
            Instant endedAt) implements SessionEvent {
    }

    record SessionClosed(SessionId session, TenantId tenant, Instant closedAt) implements SessionEvent {
    }
}
