package org.diamondhpc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.Duration;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.quarkus.test.junit.QuarkusTest;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.diamondhpc.api.gateway.v1.BeginTurnRequest;
import org.diamondhpc.api.gateway.v1.BeginTurnResponse;
import org.diamondhpc.api.gateway.v1.CancelTurnRequest;
import org.diamondhpc.api.gateway.v1.GetTurnRequest;
import org.diamondhpc.api.gateway.v1.ListTurnStepsRequest;
import org.diamondhpc.api.gateway.v1.ListTurnStepsResponse;
import org.diamondhpc.api.gateway.v1.ListTurnsRequest;
import org.diamondhpc.api.gateway.v1.ListTurnsResponse;
import org.diamondhpc.api.gateway.v1.Turn;
import org.diamondhpc.api.gateway.v1.TurnState;
import org.diamondhpc.api.gateway.v1.WatchTurnRequest;
import org.diamondhpc.api.gateway.v1.WatchTurnResponse;
import org.diamondhpc.model.testing.Answer;
import org.diamondhpc.schemas.task.JobEnd;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The hosted agent by a gRPC client. */
@QuarkusTest
class GrpcTurnsTest extends AgentCase {
    private GrpcApi api;

    @BeforeEach
    void open() {
        api = new GrpcApi("alice-token");
    }

    @AfterEach
    void close() {
        api.close();
    }

    private BeginTurnRequest goal(String goal) {
        return BeginTurnRequest.newBuilder().setSession(session).setGoal(goal).setModel("openai").build();
    }

    private Iterator<WatchTurnResponse> watch(String token) {
        return api.turns().withDeadlineAfter(20, TimeUnit.SECONDS).watchTurn(WatchTurnRequest.newBuilder()
                .setSession(session).setNumber(1).setResumeToken(token).build());
    }

    private static List<String> kinds(List<WatchTurnResponse> news) {
        return news.stream().flatMap(n -> n.getStepsList().stream())
                .map(s -> s.getEntry().getFieldsOrThrow("kind").getStringValue()).toList();
    }

    @Test
    void aTurnIsBegunFollowedThroughItsSleepAndAnswers() {
        model.script(AgentCase::submitParkTell);
        String key = UUID.randomUUID().toString();
        Turn begun = api.turns("idempotency-key", key).beginTurn(goal("sleep a second")).getTurn();
        BeginTurnResponse again = api.turns("idempotency-key", key).beginTurn(goal("sleep a second"));
        List<WatchTurnResponse> seen = new ArrayList<>();
        Iterator<WatchTurnResponse> news = watch("");
        do {
            seen.add(news.next());
        } while (seen.getLast().getTurn().getState() != TurnState.TURN_STATE_PARKED);

        end(tasks().getFirst().path("id").asText(), JobEnd.COMPLETED);

        news.forEachRemaining(seen::add);
        Turn over = seen.getLast().getTurn();
        assertThat(begun.getNumber()).isEqualTo(1);
        assertThat(again.getReplayed()).isTrue();
        assertThat(again.getTurn()).isEqualTo(begun);
        assertThat(kinds(seen)).containsExactly("asked", "said", "done", "said", "done", "woken", "said");
        assertThat(over.getState()).isEqualTo(TurnState.TURN_STATE_ANSWERED);
        assertThat(over.getAnswer()).isEqualTo("It is over: Task nap SUCCEEDED");
        assertThat(over.getUsed().getCost()).isEqualTo(alice.get(turns() + "/1").json().at("/used/cost").asDouble())
                .isPositive();
        assertThat(api.turns().getTurn(GetTurnRequest.newBuilder().setSession(session).setNumber(1).build()).getTurn())
                .isEqualTo(over);
        ListTurnsResponse all = api.turns().listTurns(ListTurnsRequest.newBuilder().setSession(session).build());
        assertThat(all.getTurnsList()).containsExactly(over);
        assertThat(all.getUsed()).isEqualTo(over.getUsed());
    }

    @Test
    void whoComesBackGoesOnAfterWhatHeTook() {
        model.script(AgentCase::submitParkTell);
        api.turns().beginTurn(goal("sleep a second"));
        Iterator<WatchTurnResponse> first = watch("");
        List<WatchTurnResponse> before = new ArrayList<>();
        do {
            before.add(first.next());
        } while (before.getLast().getTurn().getState() != TurnState.TURN_STATE_PARKED);
        end(tasks().getFirst().path("id").asText(), JobEnd.COMPLETED);
        awaitTurn(turns() + "/1", "ANSWERED");

        List<WatchTurnResponse> after = new ArrayList<>();
        watch(before.getLast().getResumeToken()).forEachRemaining(after::add);
        List<WatchTurnResponse> nothing = new ArrayList<>();
        watch(after.getLast().getResumeToken()).forEachRemaining(nothing::add);

        assertThat(kinds(after)).containsExactly("woken", "said");
        assertThat(kinds(nothing)).isEmpty();
        assertThat(nothing).singleElement().satisfies(n ->
                assertThat(n.getTurn().getState()).isEqualTo(TurnState.TURN_STATE_ANSWERED));
    }

    @Test
    void stepsAreWaitedForAndATurnIsEnded() {
        model.script(q -> q.results().isEmpty() ? Answer.call("park", "{\"timeoutSeconds\": 3600}") : Answer.words("over"));
        api.turns().beginTurn(goal("sleep"));
        awaitTurn(turns() + "/1", "PARKED");
        ListTurnStepsRequest ask = ListTurnStepsRequest.newBuilder().setSession(session).setNumber(1).build();
        ListTurnStepsResponse steps = api.turns().listTurnSteps(ask);

        CancelTurnRequest cancel = CancelTurnRequest.newBuilder().setSession(session).setNumber(1).build();
        Turn ended = api.turns().cancelTurn(cancel).getTurn();

        assertThat(steps.getStepsList()).hasSize(3);
        assertThat(ended.getState()).isEqualTo(TurnState.TURN_STATE_CANCELLED);
        assertThat(api.turns().cancelTurn(cancel).getTurn().getEndedAt().getSeconds())
                .isEqualTo(ended.getEndedAt().getSeconds());
        ListTurnStepsResponse news = api.turns().listTurnSteps(ask.toBuilder().setAfter(steps.getNext())
                .setState(TurnState.TURN_STATE_PARKED).setWait(Duration.newBuilder().setSeconds(20)).build());
        assertThat(news.getTurn().getState()).isEqualTo(TurnState.TURN_STATE_CANCELLED);
        assertThat(alice.get("/v1/sessions/" + session).json().path("openWaits").asInt()).isZero();
    }

    @Test
    void whatIsWrongIsSaidAndAnothersTurnDoesNotExist() {
        model.script(q -> Answer.words("over"));
        api.turns().beginTurn(goal("look"));
        awaitTurn(turns() + "/1", "ANSWERED");
        try (GrpcApi stranger = new GrpcApi("bob-token")) {
            GetTurnRequest get = GetTurnRequest.newBuilder().setSession(session).setNumber(1).build();

            assertThat(refused(() -> stranger.turns().getTurn(get))).isEqualTo(Status.Code.NOT_FOUND);
            assertThat(refused(() -> stranger.turns().watchTurn(WatchTurnRequest.newBuilder().setSession(session)
                    .setNumber(1).build()).hasNext())).isEqualTo(Status.Code.NOT_FOUND);
        }
        assertThat(refused(() -> api.turns().beginTurn(goal(" ")))).isEqualTo(Status.Code.INVALID_ARGUMENT);
        assertThat(refused(() -> api.turns().getTurn(GetTurnRequest.newBuilder().setSession(session).setNumber(7).build())))
                .isEqualTo(Status.Code.NOT_FOUND);
        assertThat(refused(() -> watch("nonsense").hasNext())).isEqualTo(Status.Code.INVALID_ARGUMENT);
    }

    private static Status.Code refused(Runnable call) {
        return catchThrowableOfType(StatusRuntimeException.class, call::run).getStatus().getCode();
    }
}
