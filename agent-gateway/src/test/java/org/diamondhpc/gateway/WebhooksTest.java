package org.diamondhpc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.junit.QuarkusTest;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.diamondhpc.schemas.Topics;
import org.diamondhpc.schemas.event.SessionEvent;
import org.diamondhpc.schemas.task.JobEnd;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Wakes sent to a receiver that fails, is slow, redirects, asks for patience, goes and comes back. */
@QuarkusTest
class WebhooksTest extends GatewayTest {
    private Receiver receiver;
    private String session;

    @BeforeEach
    void receive() {
        receiver = new Receiver();
        session = session();
    }

    @AfterEach
    void receiveNoMore() {
        receiver.close();
    }

    @Test
    void wakeArrivesSignedAsACloudEventWithTheDigest() throws Exception {
        JsonNode hook = register("{\"url\": \"" + receiver.url() + "\"}");
        String secret = hook.path("secret").asText();

        wake();

        Receiver.Got got = first(1).getFirst();
        assertThat(got.headers()).containsEntry("content-type", "application/cloudevents+json; charset=UTF-8");
        assertThat(got.path()).isEqualTo("/wakes?key=path-secret");
        assertThat(got.headers().get("webhook-signature")).isEqualTo(signature(secret, got));
        assertThat(Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(got.headers().get("webhook-timestamp"))))
                .isLessThan(60);
        JsonNode event = got.json();
        assertThat(event.path("specversion").asText()).isEqualTo("1.0");
        assertThat(event.path("type").asText()).isEqualTo("org.diamondhpc.session.wake-issued.v1");
        assertThat(event.path("id").asText()).isEqualTo(got.id()).doesNotContain(".");
        JsonNode wake = alice.get(at() + "/wakes?after=0").json().path("items").get(0);
        wake.properties().forEach(p -> assertThat(event.path("data").get(p.getKey())).isEqualTo(p.getValue()));
        await().untilAsserted(() -> assertThat(view(hook).path("delivered").asLong()).isEqualTo(1));
        assertThat(view(hook).path("lastStatus").asInt()).isEqualTo(204);
    }

    @Test
    void secretIsShownOnceAndSealed() throws Exception {
        String body = "{\"url\": \"" + receiver.url() + "\"}";

        Api.Reply made = alice.post(at() + "/webhooks", body, "Idempotency-Key", "k-" + session);
        Api.Reply again = alice.post(at() + "/webhooks", body, "Idempotency-Key", "k-" + session);

        String secret = made.json().path("secret").asText();
        assertThat(secret).startsWith("whsec_");
        assertThat(again.json().path("id").asText()).isEqualTo(made.json().path("id").asText());
        assertThat(again.json().has("secret")).isFalse();
        assertThat(view(made.json()).has("secret")).isFalse();
        assertThat(alice.get(at() + "/webhooks").text()).doesNotContain("whsec_");
        byte[] kept = (byte[]) one("SELECT secret FROM gateway.webhook WHERE id = ?", made.json().path("id").asText());
        assertThat(new String(kept, StandardCharsets.ISO_8859_1)).doesNotContain("whsec_");
        assertThat((Long) one("SELECT count(*) FROM gateway.idempotency WHERE body LIKE '%whsec_%' AND key = ?",
                "k-" + session)).isZero();
    }

    @Test
    void orderIsKeptWhileTheReceiverFails() {
        AtomicBoolean broken = new AtomicBoolean(true);
        receiver.answer(g -> Receiver.Reply.of(broken.get() ? 500 : 200).body(100_000));
        JsonNode hook = register("{\"url\": \"" + receiver.url() + "\"}");
        wake();
        wake();
        wake();
        await().until(() -> receiver.got().size() >= 2);
        assertThat(view(hook).path("undelivered").asLong()).isEqualTo(3);
        assertThat(receiver.numbers()).containsOnly(1L);

        broken.set(false);

        await().atMost(Duration.ofSeconds(10)).until(() -> view(hook).path("delivered").asLong() == 3);
        assertThat(receiver.numbers()).isSorted().contains(1L, 2L, 3L);
        assertThat(receiver.numbers().stream().filter(n -> n > 1)).containsExactly(2L, 3L);
        assertThat(receiver.got().stream().filter(g -> g.number() == 1).map(Receiver.Got::id).distinct()).hasSize(1);
    }

    @Test
    void crashBetweenSendingAndSettlingRepeatsTheSameMessage() {
        JsonNode hook = register("{\"url\": \"" + receiver.url() + "\"}");
        AtomicBoolean crashed = new AtomicBoolean();
        receiver.answer(g -> {
            if (crashed.compareAndSet(false, true)) {
                // What another process finds of one that died here: a row whose lease it may take.
                run("UPDATE gateway.work_item SET lease = gen_random_uuid(), due_at = now() WHERE kind = 'webhook' "
                        + "AND key = ?", hook.path("id").asText());
            }
            return Receiver.Reply.of(200);
        });

        wake();

        List<Receiver.Got> got = first(2);
        assertThat(got.get(1).id()).isEqualTo(got.get(0).id());
        assertThat(got.get(1).body()).isEqualTo(got.get(0).body());
        await().until(() -> view(hook).path("delivered").asLong() == 1);
    }

    @Test
    void receiverThatIsRestartedGetsWhatItMissed() {
        receiver.stop();
        JsonNode hook = register("{\"url\": \"" + receiver.url() + "\"}");
        wake();
        await().until(() -> view(hook).path("failures").asInt() >= 1);
        assertThat(view(hook).path("lastError").asText()).isNotEmpty().doesNotContain("path-secret");

        receiver.start();

        first(1);
        await().until(() -> view(hook).path("delivered").asLong() == 1);
        assertThat(view(hook).path("failures").asInt()).isZero();
    }

    @Test
    void redirectIsAFailureAndNotFollowed() {
        receiver.answer(g -> Receiver.Reply.of(307).with("Location", "http://127.0.0.1:" + receiver.port() + "/else"));
        JsonNode hook = register("{\"url\": \"" + receiver.url() + "\"}");

        wake();

        await().until(() -> view(hook).path("failures").asInt() >= 2);
        assertThat(view(hook).path("lastError").asText()).contains("redirects are not followed");
        assertThat(receiver.got()).extracting(Receiver.Got::path).doesNotContain("/else");
    }

    @Test
    void slowReceiverIsCutOffAndAskedAgain() {
        AtomicBoolean slow = new AtomicBoolean(true);
        receiver.answer(g -> Receiver.Reply.of(200).after(slow.getAndSet(false) ? Duration.ofSeconds(8)
                : Duration.ZERO));
        JsonNode hook = register("{\"url\": \"" + receiver.url() + "\"}");

        wake();

        await().until(() -> view(hook).path("delivered").asLong() == 1);
        assertThat(receiver.numbers()).containsExactly(1L, 1L);
    }

    @Test
    void retryAfterIsHonouredEvenWhenAnotherWakeComes() {
        AtomicBoolean busy = new AtomicBoolean(true);
        receiver.answer(g -> busy.getAndSet(false) ? Receiver.Reply.of(429).with("Retry-After", "3")
                : Receiver.Reply.of(200));
        register("{\"url\": \"" + receiver.url() + "\"}");
        wake();
        first(1);

        wake();

        List<Receiver.Got> got = first(3);
        assertThat(got.get(1).nanos() - got.get(0).nanos()).isGreaterThan(Duration.ofMillis(2900).toNanos());
        assertThat(receiver.numbers()).containsExactly(1L, 1L, 2L);
    }

    @Test
    void goneStopsItAndRedeliveryBringsItBack() {
        receiver.answer(g -> Receiver.Reply.of(410));
        JsonNode hook = register("{\"url\": \"" + receiver.url() + "\"}");
        wake();
        await().until(() -> view(hook).path("state").asText().equals("GONE"));
        wake();
        receiver.answer(g -> Receiver.Reply.of(200));

        Api.Reply again = alice.post(at() + "/webhooks/" + hook.path("id").asText() + "/redeliver", "");

        assertThat(again.status()).isEqualTo(200);
        assertThat(again.json().path("undelivered").asLong()).isEqualTo(2);
        await().until(() -> view(hook).path("delivered").asLong() == 2);
        assertThat(receiver.numbers()).containsExactly(1L, 1L, 2L);
    }

    @Test
    void failingTooLongIsGivenUpToldAndKept() {
        receiver.answer(g -> Receiver.Reply.of(503));
        JsonNode hook = register("{\"url\": \"" + receiver.url() + "\"}");
        wake();
        await().until(() -> view(hook).path("failures").asInt() >= 1);

        await().until(() -> {
            // Each time again, since a try under way writes what it read before.
            run("UPDATE gateway.webhook SET failing_since = now() - interval '4 days' WHERE id = ?",
                    hook.path("id").asText());
            return view(hook).path("state").asText().equals("GIVEN_UP");
        });
        assertThat(view(hook).path("undelivered").asLong()).isEqualTo(1);
        await().until(() -> ring.bodies(Topics.SESSION_EVENTS, session, SessionEvent.WebhookStopped.class).size() == 1);
        SessionEvent.WebhookStopped told = ring.bodies(Topics.SESSION_EVENTS, session,
                SessionEvent.WebhookStopped.class).getFirst();
        assertThat(told.cause()).isEqualTo("GIVEN_UP");
        assertThat(told.lastStatus()).isEqualTo(503);
        assertThat(told.undelivered()).isEqualTo(1);
        assertThat(alice.get("/v1/audit").text()).contains("webhook.stopped");
    }

    @Test
    void whatWasTakenIsSentAgainOnDemand() {
        JsonNode hook = register("{\"url\": \"" + receiver.url() + "\"}");
        wake();
        wake();
        await().until(() -> view(hook).path("delivered").asLong() == 2);

        alice.post(at() + "/webhooks/" + hook.path("id").asText() + "/redeliver", "{\"after\": 1}");

        first(3);
        assertThat(receiver.numbers()).containsExactly(1L, 2L, 2L);
    }

    @Test
    void removedOneIsSentNothing() {
        JsonNode hook = register("{\"url\": \"" + receiver.url() + "\"}");
        JsonNode other = register("{\"url\": \"" + receiver.url() + "\"}");

        int status = alice.send("DELETE", at() + "/webhooks/" + hook.path("id").asText(), null).status();
        wake();
        await().until(() -> view(other).path("delivered").asLong() == 1);

        assertThat(status).isEqualTo(204);
        assertThat(receiver.got()).hasSize(1);
        assertThat(alice.get(at() + "/webhooks").json().path("items")).hasSize(1);
    }

    @Test
    void closedSessionIsToldItsLastWakeAndThenNoWorkIsLeft() throws Exception {
        JsonNode hook = register("{\"url\": \"" + receiver.url() + "\"}");
        String task = submit(SLEEP);
        alice.post(at() + "/waits", "{\"tasks\": [\"" + task + "\"]}");
        alice.post(at() + "/close", "");

        say(steps(task).all(JobEnd.COMPLETED));

        await().until(() -> view(hook).path("delivered").asLong() == 1);
        await().until(() -> (Long) one("SELECT count(*) FROM gateway.work_item WHERE kind = 'webhook' AND key = ?",
                hook.path("id").asText()) == 0);
    }

    @Test
    void othersNeitherSeeNorChangeIt() {
        JsonNode hook = register("{\"url\": \"" + receiver.url() + "\"}");
        String path = at() + "/webhooks/" + hook.path("id").asText();
        String theirs = "/v1/sessions/" + bob.post("/v1/sessions", "{}").json().path("id").asText() + "/webhooks/"
                + hook.path("id").asText();

        List<Integer> answers = List.of(bob.get(path).status(), bob.get(at() + "/webhooks").status(),
                bob.get(theirs).status(), bob.post(path + "/redeliver", "").status(),
                bob.send("DELETE", path, null).status(),
                bob.post(at() + "/webhooks", "{\"url\": \"" + receiver.url() + "\"}").status(),
                api("viewer-token").send("DELETE", path, null).status());

        assertThat(answers).containsExactly(404, 404, 404, 404, 404, 404, 403);
        assertThat(alice.get(path).status()).isEqualTo(200);
    }

    @Test
    void whatMayNotBeSentToIsRefused() {
        assertThat(refused("{\"url\": \"http://10.0.0.1/\"}")).contains("POLICY_DENIED");
        assertThat(refused("{\"url\": \"https://169.254.169.254/latest\"}")).contains("POLICY_DENIED");
        assertThat(refused("{\"url\": \"https://[fd00:ec2::254]/\"}")).contains("POLICY_DENIED");
        assertThat(refused("{\"url\": \"https://a:b@example.org/\"}")).contains("INVALID_REQUEST");
        assertThat(refused("{\"url\": \"ftp://example.org/\"}")).contains("only https");
        assertThat(refused("{\"url\": \"https://2130706433/\"}")).contains("INVALID_REQUEST");
        assertThat(refused("{\"secret\": \"whsec_c2hvcnQ=\", \"events\": [\"all\"]}"))
                .contains("/url", "/secret", "/events").doesNotContain("c2hvcnQ");
    }

    private String refused(String body) {
        Api.Reply reply = alice.post(at() + "/webhooks", body);
        assertThat(reply.status()).as(reply.text()).isBetween(400, 403);
        return reply.text();
    }

    private JsonNode register(String body) {
        Api.Reply reply = alice.post(at() + "/webhooks", body);
        assertThat(reply.status()).as(reply.text()).isEqualTo(201);
        return reply.json();
    }

    private JsonNode view(JsonNode hook) {
        return alice.get(at() + "/webhooks/" + hook.path("id").asText()).json();
    }

    private String at() {
        return "/v1/sessions/" + session;
    }

    /** One wake more. */
    private void wake() {
        long before = alice.get(at()).json().path("lastWake").asLong();
        String task = submit(SLEEP);
        say(steps(task).all(JobEnd.COMPLETED));
        awaitState(task, "SUCCEEDED");
        alice.post(at() + "/waits", "{\"tasks\": [\"" + task + "\"]}");
        assertThat(alice.get(at()).json().path("lastWake").asLong()).isEqualTo(before + 1);
    }

    private List<Receiver.Got> first(int count) {
        await().atMost(Duration.ofSeconds(15)).until(() -> receiver.got().size() >= count);
        return List.copyOf(receiver.got());
    }

    /** Computed here from the specification's words, not by the product. */
    private static String signature(String secret, Receiver.Got got) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.substring("whsec_".length())), "HmacSHA256"));
        String head = got.id() + "." + got.headers().get("webhook-timestamp") + ".";
        return "v1," + Base64.getEncoder().encodeToString(
                mac.doFinal((head + new String(got.body(), StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8)));
    }

    private Object one(String sql, String value) throws Exception {
        try (Connection connection = postgres.connect();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, value);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getObject(1);
            }
        }
    }

    private void run(String sql, String value) {
        try (Connection connection = postgres.connect();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, value);
            assertThat(statement.executeUpdate()).isEqualTo(1);
        } catch (java.sql.SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
