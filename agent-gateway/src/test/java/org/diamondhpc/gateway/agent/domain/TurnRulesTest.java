package org.diamondhpc.gateway.agent.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.diamondhpc.gateway.agent.domain.Talk.LIMITS;
import static org.diamondhpc.gateway.agent.domain.Talk.asked;
import static org.diamondhpc.gateway.agent.domain.Talk.call;
import static org.diamondhpc.gateway.agent.domain.Talk.done;
import static org.diamondhpc.gateway.agent.domain.Talk.givenUp;
import static org.diamondhpc.gateway.agent.domain.Talk.open;
import static org.diamondhpc.gateway.agent.domain.Talk.parked;
import static org.diamondhpc.gateway.agent.domain.Talk.quiet;
import static org.diamondhpc.gateway.agent.domain.Talk.said;
import static org.diamondhpc.gateway.agent.domain.Talk.turn;
import static org.diamondhpc.gateway.agent.domain.Talk.wakes;
import static org.diamondhpc.gateway.agent.domain.Talk.woken;

import java.util.List;
import java.util.Set;
import org.diamondhpc.schemas.reason.Reason;
import org.junit.jupiter.api.Test;

class TurnRulesTest {
    private static Step next(Turn turn, Surroundings around) {
        return TurnRules.next(turn, around, LIMITS);
    }

    @Test
    void goalIsPutToTheModel() {
        assertThat(next(turn(asked()), quiet())).isEqualTo(new Step.Ask());
    }

    @Test
    void callsOfOneAnswerAreCarriedOutInOrder() {
        assertThat(next(turn(asked(), said("", "a", "b")), quiet())).isEqualTo(new Step.Call(List.of(call("a"), call("b"))));
    }

    @Test
    void afterACrashOnlyCallsWithoutAResultAreCarriedOut() {
        assertThat(next(turn(asked(), said("", "a", "b", "c"), done("a")), quiet()))
                .isEqualTo(new Step.Call(List.of(call("b"), call("c"))));
    }

    @Test
    void resultsAreFedBackWhenAllAreThere() {
        assertThat(next(turn(asked(), said("", "a", "b"), done("a"), done("b")), quiet())).isEqualTo(new Step.Ask());
    }

    @Test
    void sameIdInALaterAnswerIsAnotherCall() {
        Turn turn = turn(asked(), said("", "a"), done("a"), said("", "a"));

        assertThat(next(turn, quiet())).isEqualTo(new Step.Call(List.of(call("a"))));
    }

    @Test
    void parkingEndsInSleepWithoutAnotherQuestion() {
        assertThat(next(turn(asked(), said("", "a", "p"), done("a"), parked("p", "w-1")), open("w-1")))
                .isEqualTo(new Step.Sleep());
    }

    @Test
    void parkingForWhatHasHappenedAlreadyHearsTheWake() {
        Entry.Woken wake = woken(1, "w-1", "FULFILLED");

        assertThat(next(turn(asked(), said("", "p"), parked("p", "w-1")), wakes(Set.of(), wake)))
                .isEqualTo(new Step.Hear(List.of(wake)));
    }

    @Test
    void wakeIsPutToTheModel() {
        Turn turn = turn(asked(), said("", "p"), parked("p", "w-1"), woken(1, "w-1", "FULFILLED"));

        assertThat(next(turn, quiet())).isEqualTo(new Step.Ask());
        assertThat(turn.seen()).isEqualTo(1);
    }

    @Test
    void alarmIsHeardAndWordsAfterItGoOnSleeping() {
        Entry.Woken alarm = woken(1, "w-1", "ATTENTION");
        Turn asleep = turn(asked(), said("", "p"), parked("p", "w-1"));

        assertThat(next(asleep, wakes(Set.of("w-1"), alarm))).isEqualTo(new Step.Hear(List.of(alarm)));
        assertThat(next(asleep.after(alarm).after(said("It is fine.")), open("w-1"))).isEqualTo(new Step.Sleep());
    }

    @Test
    void cancelledWaitIsToldAndNotWaitedFor() {
        Turn asleep = turn(asked(), said("", "p"), parked("p", "w-1"));
        Entry.GivenUp over = new Entry.GivenUp("w-1");

        assertThat(next(asleep, givenUp(Set.of(), "w-1"))).isEqualTo(new Step.Hear(List.of(over)));
        assertThat(next(asleep.after(over), quiet())).isEqualTo(new Step.Ask());
        assertThat(asleep.after(over).conversation().waits()).isEmpty();
    }

    @Test
    void cancelledWaitDoesNotBeginAnAnsweredTurnAgain() {
        Turn turn = turn(asked(), said("", "p"), parked("p", "w-1"), woken(1, "w-1", "ATTENTION"), said("3.14"));

        assertThat(next(turn, givenUp(Set.of(), "w-1"))).isEqualTo(new Step.Answer("3.14"));
    }

    @Test
    void wordsAreTheAnswer() {
        assertThat(next(turn(asked(), said("3.14")), quiet())).isEqualTo(new Step.Answer("3.14"));
    }

    @Test
    void wordsWithAnOpenWaitOfTheTurnSleep() {
        Turn turn = turn(asked(), said("", "p"), parked("p", "w-1"), woken(1, "w-1", "ATTENTION"), said("I wait."));

        assertThat(next(turn, open("w-1"))).isEqualTo(new Step.Sleep());
    }

    @Test
    void wakeThatCameWithTheLastWordsIsHeard() {
        Entry.Woken wake = woken(2, "w-1", "FULFILLED");
        Turn turn = turn(asked(), said("", "p"), parked("p", "w-1"), woken(1, "w-1", "ATTENTION"), said("I wait."));

        assertThat(next(turn, wakes(Set.of(), wake))).isEqualTo(new Step.Hear(List.of(wake)));
    }

    @Test
    void wakeOfSomebodyElsesWaitDoesNotBeginAnAnsweredTurnAgain() {
        assertThat(next(turn(asked(), said("3.14")), wakes(Set.of(), woken(9, "w-other", "FULFILLED"))))
                .isEqualTo(new Step.Answer("3.14"));
    }

    @Test
    void wakeNobodyHasSeenIsHeardWhenATurnBegins() {
        Entry.Woken wake = woken(3, "w-before", "FULFILLED");

        assertThat(next(turn(asked()), wakes(Set.of(), wake))).isEqualTo(new Step.Hear(List.of(wake)));
    }

    @Test
    void waitsOfEarlierTurnsAreNotThisOnes() {
        Turn turn = turn(asked(), said("", "p"), parked("p", "w-1"), asked());

        assertThat(turn.conversation().waits()).isEmpty();
    }

    @Test
    void waitWhoseEndWasHeardIsNotLookedAtAgain() {
        Turn turn = turn(asked(), said("", "p"), parked("p", "w-1"), woken(1, "w-1", "FULFILLED"), said("", "q"),
                parked("q", "w-2"), woken(2, "w-2", "ATTENTION"));

        assertThat(turn.conversation().waits()).containsExactly("w-2");
    }

    @Test
    void endlessModelIsStoppedByTheNumberOfItsAnswers() {
        Turn turn = turn(asked(), said("", "a"), done("a"));
        for (int i = 0; i < LIMITS.modelCalls(); i++) {
            turn = turn.asking();
        }

        assertThat(next(turn, quiet())).isInstanceOfSatisfying(Step.Stop.class, s -> {
            assertThat(s.problem().reason()).isEqualTo(Reason.POLICY_AGENT_LIMIT);
            assertThat(s.problem().detail()).contains("asked the model 5 times");
        });
    }

    @Test
    void callsBeyondTheirNumberAreNotCarriedOut() {
        Step step = next(turn(asked(), said("", "1", "2", "3", "4", "5", "6", "7")), quiet());

        assertThat(step).isInstanceOfSatisfying(Step.Stop.class, s ->
                assertThat(s.problem().detail()).contains("7 tool calls are more than 6"));
    }

    @Test
    void tokensAndCostAreLimited() {
        Turn dear = new Turn(turn(asked()).conversation(), new Spent(1, 0, 10, 10, 1_000_000), 0, Price.FREE);
        Turn long_ = new Turn(turn(asked()).conversation(), new Spent(1, 0, 990, 10, 0), 0, Price.FREE);

        assertThat(next(dear, quiet())).isInstanceOfSatisfying(Step.Stop.class, s ->
                assertThat(s.problem().detail()).contains("cost 1 of at most 1"));
        assertThat(next(long_, quiet())).isInstanceOfSatisfying(Step.Stop.class, s ->
                assertThat(s.problem().detail()).contains("1000 tokens of at most 1000"));
    }

    @Test
    void cutAnswerSaysSo() {
        Turn turn = turn(asked()).after(new Entry.Said("3.1", List.of(), true, Usage.NONE));

        assertThat(next(turn, quiet())).isInstanceOfSatisfying(Step.Answer.class, a ->
                assertThat(a.text()).startsWith("3.1").contains("cut"));
    }
}
