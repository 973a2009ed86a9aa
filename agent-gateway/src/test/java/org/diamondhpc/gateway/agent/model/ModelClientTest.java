package org.diamondhpc.gateway.agent.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.diamondhpc.gateway.agent.domain.Message;
import org.diamondhpc.gateway.agent.domain.Price;
import org.diamondhpc.gateway.agent.domain.Prompt;
import org.diamondhpc.gateway.agent.domain.Reply;
import org.diamondhpc.gateway.agent.domain.Tool;
import org.diamondhpc.gateway.agent.domain.ToolCall;
import org.diamondhpc.model.testing.Answer;
import org.diamondhpc.model.testing.Question;
import org.diamondhpc.model.testing.ScriptedModel;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.reason.Reason;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Both forms against an endpoint that refuses what real ones refuse. */
class ModelClientTest {
    private static final String KEY = "sk-secret-0123456789";
    private final ScriptedModel endpoint = new ScriptedModel(0, q -> Answer.words("hello"));
    private final ModelClient client = new ModelClient(new Keys(Map.of("MODEL_KEY", KEY)::get), Clock.systemUTC());

    @AfterEach
    void close() {
        endpoint.close();
    }

    private ModelSettings model(ModelSettings.Kind kind) {
        return model(kind, "MODEL_KEY", Duration.ofSeconds(5));
    }

    private ModelSettings model(ModelSettings.Kind kind, String key, Duration timeout) {
        return new ModelSettings("m", kind, URI.create(endpoint.address()
                + (kind == ModelSettings.Kind.OPENAI ? "/v1" : "")), "some-model", key, 512, "max_tokens", 8000,
                Price.FREE, timeout);
    }

    private static Prompt prompt(Message... messages) {
        return new Prompt("Be brief.", List.of(messages), List.of(new Tool("get_task", "Reads a task.",
                DiamondJson.json().createObjectNode().put("type", "object"))));
    }

    private Reply ask(ModelSettings.Kind kind, Message... messages) throws Exception {
        return client.ask(model(kind), prompt(messages));
    }

    private ModelTrouble trouble(ModelSettings model, Function<Question, Answer> script) {
        endpoint.script(script);
        return catchThrowableOfType(ModelTrouble.class, () -> client.ask(model, prompt(new Message.User("hi"))));
    }

    @ParameterizedTest
    @EnumSource
    void wordsComeWithTheirUsage(ModelSettings.Kind kind) throws Exception {
        Reply reply = ask(kind, new Message.User("hi"));

        assertThat(reply).isInstanceOfSatisfying(Reply.Spoken.class, s -> {
            assertThat(s.text()).isEqualTo("hello");
            assertThat(s.calls()).isEmpty();
            assertThat(s.cut()).isFalse();
        });
        assertThat(reply.usage().input()).isEqualTo(endpoint.usage().input()).isPositive();
        assertThat(reply.usage().output()).isEqualTo(endpoint.usage().output()).isEqualTo(2);
        assertThat(endpoint.questions().getFirst().system()).isEqualTo("Be brief.");
    }

    @ParameterizedTest
    @EnumSource
    void keyGoesIntoTheHeaderOfTheForm(ModelSettings.Kind kind) throws Exception {
        ask(kind, new Message.User("hi"));

        Map<String, String> headers = endpoint.questions().getFirst().headers();
        assertThat(kind == ModelSettings.Kind.OPENAI ? headers.get("authorization") : headers.get("x-api-key"))
                .endsWith(KEY);
        assertThat(endpoint.questions().getFirst().body().toString()).doesNotContain(KEY);
    }

    @ParameterizedTest
    @EnumSource
    void severalCallsComeInOneAnswerAndGoBackWithTheirResults(ModelSettings.Kind kind) throws Exception {
        endpoint.script(q -> q.results().isEmpty()
                ? new Answer.Calls("Let me look.", List.of()).and("get_task", "{\"task\": \"t-1\"}")
                        .and("get_task", "{\"task\": \"t-2\"}") : Answer.words("both ended"));
        Reply.Spoken first = (Reply.Spoken) ask(kind, new Message.User("hi"));

        Reply second = ask(kind, new Message.User("hi"), new Message.Assistant(first.text(), first.calls()),
                new Message.Result(first.calls().get(0).id(), "one", false),
                new Message.Result(first.calls().get(1).id(), "two", true), new Message.User("a wake"));

        assertThat(first.text()).isEqualTo("Let me look.");
        assertThat(first.calls()).extracting(c -> c.input().path("task").asText()).containsExactly("t-1", "t-2");
        assertThat(endpoint.refused()).isEmpty();
        assertThat(second).isInstanceOfSatisfying(Reply.Spoken.class, s -> assertThat(s.calls()).hasSize(2));
        assertThat(endpoint.questions().getLast().turns()).hasSize(5);
    }

    @ParameterizedTest
    @EnumSource
    void malformedArgumentsAreKeptAndGoBackAsAnEmptyObject(ModelSettings.Kind kind) throws Exception {
        endpoint.script(q -> Answer.call("get_task", "{\"task\": "));
        ToolCall call = ((Reply.Spoken) ask(kind, new Message.User("hi"))).calls().getFirst();

        ask(kind, new Message.User("hi"), new Message.Assistant("", List.of(call)),
                new Message.Result(call.id(), "not JSON", true));

        assertThat(call.input()).isNull();
        assertThat(call.malformed()).contains("task");
        assertThat(endpoint.refused()).isEmpty();
    }

    @Test
    void halfCharactersAndNulReachNoDatabase() throws Exception {
        endpoint.script(q -> q.number() == 1 ? Answer.call("get_task", "{\"task\": \"\\ud800\"}")
                : Answer.words("a\0b"));

        ToolCall call = ((Reply.Spoken) ask(ModelSettings.Kind.OPENAI, new Message.User("hi"))).calls().getFirst();
        Reply.Spoken words = (Reply.Spoken) ask(ModelSettings.Kind.OPENAI, new Message.User("hi"));

        assertThat(call.input()).isNull();
        assertThat(words.text()).isEqualTo("a\uFFFDb");
    }

    @ParameterizedTest
    @EnumSource
    void refusalAndCutAreTold(ModelSettings.Kind kind) throws Exception {
        endpoint.script(q -> q.number() == 1 ? new Answer.Refusal("I will not.") : new Answer.Cut("On and"));

        Reply refused = ask(kind, new Message.User("hi"));
        Reply cut = ask(kind, new Message.User("hi"));

        assertThat(refused).isInstanceOfSatisfying(Reply.Declined.class, d ->
                assertThat(d.why()).isEqualTo("I will not."));
        assertThat(cut).isInstanceOfSatisfying(Reply.Spoken.class, s -> assertThat(s.cut()).isTrue());
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 429, 500, 502, 503, 529})
    void whatMayPassIsToldFromWhatStays(int status) {
        ModelTrouble trouble = trouble(model(ModelSettings.Kind.ANTHROPIC), q ->
                new Answer.Http(status, Map.of("Retry-After", "7"), "{\"error\":{\"message\":\"busy\"}}"));

        assertThat(trouble.passing()).isTrue();
        assertThat(trouble.retryAfter()).isEqualTo(Duration.ofSeconds(7));
        assertThat(trouble).hasMessageContaining(Integer.toString(status)).hasMessageContaining("busy");
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 400, 404, 422})
    void requestThatIsRefusedIsNotRepeated(int status) {
        ModelTrouble trouble = trouble(model(ModelSettings.Kind.OPENAI), q -> Answer.trouble(status, "no such model"));

        assertThat(trouble.passing()).isFalse();
        assertThat(trouble.reason()).isEqualTo(Reason.MODEL_MISCONFIGURED);
        assertThat(endpoint.questions()).hasSize(1);
    }

    @Test
    void keyIsInNoMessageEvenWhereTheEndpointRepeatsIt() {
        ModelTrouble refused = trouble(model(ModelSettings.Kind.OPENAI), q -> Answer.trouble(401, "bad key " + KEY));
        ModelTrouble echoed = trouble(model(ModelSettings.Kind.OPENAI), q -> Answer.trouble(500, "failed for " + KEY));

        assertThat(refused).hasMessageNotContaining(KEY).hasMessageContaining("refused the key");
        assertThat(echoed).hasMessageNotContaining(KEY).hasMessageContaining("failed for …");
    }

    @Test
    void missingKeyIsSaidBeforeAnythingIsSent() {
        ModelTrouble trouble = trouble(model(ModelSettings.Kind.OPENAI, "OTHER_KEY", Duration.ofSeconds(5)),
                q -> Answer.words("x"));

        assertThat(trouble.passing()).isFalse();
        assertThat(trouble).hasMessageContaining("OTHER_KEY").hasMessageContaining("not set");
        assertThat(endpoint.questions()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void brokenAndSenselessAnswersMayPass(ModelSettings.Kind kind) {
        List<Answer> senseless = List.of(new Answer.Broken(), new Answer.Http(200, Map.of(), "<html>"),
                new Answer.Http(200, Map.of(), "{}"), Answer.words(""));

        for (Answer answer : senseless) {
            ModelTrouble trouble = trouble(model(kind), q -> answer);
            assertThat(trouble).as(answer.toString()).isNotNull();
            assertThat(trouble.passing()).isTrue();
        }
    }

    @Test
    void slowEndpointIsLeftInTime() {
        long from = System.nanoTime();

        ModelTrouble trouble = trouble(model(ModelSettings.Kind.OPENAI, "MODEL_KEY", Duration.ofMillis(300)),
                q -> new Answer.Late(Duration.ofSeconds(20), Answer.words("at last")));

        assertThat(trouble.passing()).isTrue();
        assertThat(Duration.ofNanos(System.nanoTime() - from)).isLessThan(Duration.ofSeconds(5));
    }
}
