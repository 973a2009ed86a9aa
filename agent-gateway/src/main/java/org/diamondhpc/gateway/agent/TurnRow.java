package org.diamondhpc.gateway.agent;

import com.fasterxml.jackson.core.JsonProcessingException;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Set;
import org.diamondhpc.gateway.agent.domain.Spent;
import org.diamondhpc.gateway.agent.domain.Turn;
import org.diamondhpc.gateway.agent.domain.TurnState;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.policy.Roles;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.Problem;
import org.hibernate.annotations.DynamicUpdate;

@Entity
@DynamicUpdate
@Table(name = "agent_turn")
@IdClass(TurnRow.Key.class)
class TurnRow {
    @Id
    String session;
    @Id
    int number;
    String tenant;
    String actor;
    String model;
    String state;
    String goal;
    String answer;
    String problem;
    String trouble;
    long seen;
    @Column(name = "model_calls")
    int modelCalls;
    @Column(name = "tool_calls")
    int toolCalls;
    @Column(name = "input_tokens")
    long inputTokens;
    @Column(name = "output_tokens")
    long outputTokens;
    @Column(name = "cost_micros")
    long costMicros;
    @Column(name = "created_at")
    Instant createdAt;
    @Column(name = "changed_at")
    Instant changedAt;
    @Column(name = "ended_at")
    Instant endedAt;

    /** One turn of one session. */
    record Key(String session, int number) implements Serializable {
    }

    /** Whoever asked, with no more than a user may: an administrator's agent is no administrator. */
    Caller caller() {
        return new Caller(new TenantId(tenant), actor, Set.of(Roles.USER));
    }

    Spent spent() {
        return new Spent(modelCalls, toolCalls, inputTokens, outputTokens, costMicros);
    }

    boolean over() {
        return endedAt != null;
    }

    void keep(Turn turn, TurnState now, Instant at) {
        Spent spent = turn.spent();
        state = now.name();
        seen = turn.seen();
        modelCalls = spent.modelCalls();
        toolCalls = spent.toolCalls();
        inputTokens = spent.inputTokens();
        outputTokens = spent.outputTokens();
        costMicros = spent.costMicros();
        changedAt = at;
        endedAt = now.over() ? at : null;
    }

    TurnView view(String currency) {
        try {
            return new TurnView(new SessionId(session), number, TurnState.valueOf(state), model, goal, answer,
                    problem == null ? null : DiamondJson.json().readValue(problem, Problem.class), trouble,
                    TurnView.TurnUsage.of(spent(), currency), createdAt, changedAt, endedAt);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
