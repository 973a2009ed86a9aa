package org.diamondhpc.gateway.agent.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.diamondhpc.gateway.agent.domain.Talk.asked;
import static org.diamondhpc.gateway.agent.domain.Talk.done;
import static org.diamondhpc.gateway.agent.domain.Talk.said;
import static org.diamondhpc.gateway.agent.domain.Talk.woken;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WindowTest {
    private static Entry big(String call) {
        return new Entry.Done(call, "read_file", call + "x".repeat(2000), false, null, "");
    }

    private static Conversation long_(int answers) {
        List<Entry> all = new ArrayList<>(List.of(asked()));
        for (int i = 0; i < answers; i++) {
            all.add(said("", "c" + i));
            all.add(big("c" + i));
        }
        return new Conversation(all);
    }

    private static int length(List<Message> messages) {
        return messages.stream().mapToInt(m -> m instanceof Message.Result r ? r.text().length()
                : m instanceof Message.User u ? u.text().length() : 0).sum();
    }

    /** What every endpoint demands: results follow their answer, each call has one. */
    private static void whole(List<Message> messages) {
        List<String> open = new ArrayList<>();
        for (Message m : messages) {
            if (m instanceof Message.Result r) {
                assertThat(open.remove(r.call())).as(r.call()).isTrue();
            } else {
                assertThat(open).isEmpty();
                if (m instanceof Message.Assistant a) {
                    a.calls().forEach(c -> open.add(c.id()));
                }
            }
        }
        assertThat(open).isEmpty();
    }

    @Test
    void everythingIsShownWhileItFits() {
        List<Message> shown = new Window(1_000_000).messages(long_(10));

        assertThat(shown).hasSize(21).noneMatch(m -> m instanceof Message.Result r && r.text().contains("shortened"));
    }

    @Test
    void oldResultsAreShortenedFirstAndTheLastOnesStay() {
        List<Message> shown = new Window(12_000).messages(long_(8));

        assertThat(shown).hasSize(17);
        whole(shown);
        assertThat(length(shown)).isLessThan(12_000);
        assertThat(((Message.Result) shown.get(2)).text()).startsWith("c0").contains("shortened").hasSizeLessThan(400);
        assertThat(((Message.Result) shown.get(16)).text()).hasSize(2002);
    }

    @Test
    void whatIsOldestIsLeftOutThenAndTheGoalStays() {
        List<Message> shown = new Window(9_000).messages(long_(60));

        whole(shown);
        assertThat(length(shown)).isLessThan(9_000);
        assertThat(((Message.User) shown.getFirst()).text()).contains("earlier messages");
        assertThat(shown.get(1)).isEqualTo(new Message.User("compute pi"));
        assertThat(((Message.Result) shown.getLast()).call()).isEqualTo("c59");
    }

    @Test
    void beginningStaysTheSameOverSeveralQuestionsForTheEndpointsCache() {
        Window window = new Window(20_000);
        List<Message> first = window.messages(long_(10));

        List<Message> next = window.messages(long_(11));

        assertThat(next.subList(0, 8)).isEqualTo(first.subList(0, 8));
    }

    @Test
    void resultsWhoseAnswerWasNotReadAreLeftOut() {
        List<Message> shown = new Window(9_000).messages(new Conversation(List.of(done("gone"), asked(), said("x"))));

        assertThat(shown).containsExactly(new Message.User("compute pi"), new Message.Assistant("x", List.of()));
    }

    @Test
    void wakeIsMarkedAsData() {
        List<Message> shown = new Window(9_000).messages(new Conversation(List.of(asked(), woken(4, "w-1", "DEADLINE"))));

        assertThat(((Message.User) shown.getLast()).text()).contains("wake 4, DEADLINE", "\"trusted\":false",
                "\"summary\":\"ended\"");
    }
}
