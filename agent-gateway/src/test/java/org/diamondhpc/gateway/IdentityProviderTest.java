package org.diamondhpc.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tokens of an identity provider, which was down while the gateway started, beside those of the file. */
@QuarkusTest
@QuarkusTestResource(value = IssuerResource.class, restrictToAnnotatedClass = true)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class IdentityProviderTest extends GatewayTest {
    private static final String TENANT = "diamond_tenant";
    TestingIssuer issuer;

    @BeforeEach
    void begin(TestInfo test) {
        if (!test.getTags().contains("down")) {
            issuer.start();
        }
    }

    @Test
    @Order(1)
    @Tag("down")
    void whileTheIssuerIsDownTheTokensOfTheFileAreInForceAndOthersAreToTryAgain() {
        Api carol = api(token("user").text());

        Api.Reply provided = carol.get("/v1/tasks");

        assertThat(provided.status()).as(provided.text()).isEqualTo(503);
        assertThat(provided.reason()).isEqualTo("INTERNAL_UNAVAILABLE");
        assertThat(provided.header("retry-after")).isNotNull();
        assertThat(mcp(carol).status()).isEqualTo(503);
        assertThat(alice.post("/v1/tasks", SLEEP).status()).isEqualTo(202);
        assertThat(mcp(alice).status()).isEqualTo(200);
        issuer.start();
        assertThat(carol.get("/v1/tasks").status()).isEqualTo(200);
    }

    @Test
    void tenantOfTheClaimOwnsWhatIsMadeAsOneOfTheFileDoes() {
        Api carol = api(token("user").text());
        String task = carol.post("/v1/tasks", SLEEP).json().path("id").asText();

        Api.Reply own = carol.get("/v1/tasks/" + task);

        assertThat(own.status()).as(own.text()).isEqualTo(200);
        assertThat(alice.get("/v1/tasks/" + task).status()).isEqualTo(404);
        assertThat(carol.get("/v1/tasks/" + submit(SLEEP)).status()).isEqualTo(404);
        assertThat(carol.get("/v1/audit").json().findValuesAsText("tenant")).isNotEmpty().containsOnly("carol");
        assertThat(mcp(carol).text()).contains("2025-11-25");
    }

    @Test
    void tenantThatIsInTheFileAsWellIsTheSameTenant() {
        String task = submit(SLEEP);

        Api.Reply same = api(token("user").with(TENANT, "alice").text()).get("/v1/tasks/" + task);

        assertThat(same.status()).as(same.text()).isEqualTo(200);
    }

    @Test
    void rolesOfTheClaimSayWhatMayBeDone() {
        Api viewer = api(token("viewer").text());
        Api nobody = api(token().text());
        Api operator = api(token("admin").text());
        submit(SLEEP);

        assertThat(viewer.get("/v1/tasks").status()).isEqualTo(200);
        assertThat(viewer.post("/v1/tasks", SLEEP).reason()).isEqualTo("AUTH_FORBIDDEN");
        assertThat(nobody.post("/v1/tasks", SLEEP).status()).isEqualTo(403);
        assertThat(operator.get("/v1/audit?limit=500").json().findValuesAsText("tenant")).contains("alice");
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                refusal("expired", t -> t.with("exp", Duration.ofMinutes(-2)).text(), "the token has expired"),
                refusal("without an end", t -> t.without("exp").text(), "when it expires"),
                refusal("not yet valid", t -> t.with("nbf", Duration.ofMinutes(2)).text(), "not valid yet"),
                refusal("another issuer", t -> t.with("iss", "https://evil.example").text(), "another issuer"),
                refusal("no issuer", t -> t.without("iss").text(), "who issued it"),
                refusal("another audience", t -> t.with("aud", "mail").text(), "another audience"),
                refusal("no audience", t -> t.without("aud").text(), "for which audience"),
                refusal("unknown key", t -> t.signedBy(TestingIssuer.newKey("second")).text(), ""),
                refusal("forged with a known key's name", t -> t.signedBy(TestingIssuer.newKey("first")).text(),
                        "signature"),
                refusal("algorithm none", TokenOf::unsigned, ""),
                refusal("public key as a secret", TokenOf::signedByThePublicKey, ""),
                refusal("no token of either kind", t -> "mistyped", "no known bearer token"),
                refusal("parts of a token", t -> "a.b.c", ""),
                refusal("encrypted", t -> "a.b.c.d.e", ""));
    }

    private static Arguments refusal(String what, Function<TokenOf, String> token, String detail) {
        return arguments(what, token, detail);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void refused(String what, Function<TokenOf, String> token, String detail) {
        Api someone = api(token.apply(token("user", "admin")));

        Api.Reply reply = someone.post("/v1/tasks", SLEEP);

        assertThat(reply.status()).as(reply.text()).isEqualTo(401);
        assertThat(reply.header("content-type")).isEqualTo("application/problem+json");
        assertThat(reply.header("www-authenticate")).startsWith("Bearer");
        assertThat(reply.reason()).isEqualTo("AUTH_MISSING");
        assertThat(reply.json().path("detail").asText()).contains(detail);
        assertThat(reply.json().path("whatToDo").asText()).isNotEmpty();
        Api.Reply mcp = mcp(someone);
        assertThat(mcp.status()).isEqualTo(401);
        assertThat(mcp.header("www-authenticate")).contains("resource_metadata=");
        assertThat(mcp.text()).contains("AUTH_MISSING").doesNotContain("Exception");
        assertThat(issuer.askedOtherwise()).as("a token is nobody else's business").isZero();
    }

    @Test
    void tokenWithoutATenantIsNobodys() {
        Api.Reply reply = api(token("user").without(TENANT).text()).get("/v1/tasks");

        assertThat(reply.status()).as(reply.text()).isEqualTo(403);
        assertThat(reply.json().path("detail").asText()).isEqualTo("the token has no claim diamond_tenant that is a text");
    }

    @Test
    void callerWithoutANameIsCalledAfterItsTenant() {
        Api carol = api(token("user").without("sub").without("preferred_username").text());

        Api.Reply reply = carol.post("/v1/tasks", SLEEP);

        assertThat(reply.status()).as(reply.text()).isEqualTo(202);
    }

    static Stream<Arguments> strangeTenants() {
        return Stream.of(arguments("a list", List.of("carol")), arguments("a number", 7),
                arguments("an object", Map.of("name", "carol")), arguments("empty", ""),
                arguments("a path", "../carol"), arguments("upper case", "Carol"), arguments("a NUL", "ca\u0000rol"),
                arguments("too long", "c".repeat(41)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void strangeTenants(String what, Object tenant) {
        Api someone = api(token("user", "admin").with(TENANT, tenant).text());

        Api.Reply reply = someone.get("/v1/tasks");

        assertThat(reply.status()).as(reply.text()).isEqualTo(403);
        assertThat(reply.reason()).isEqualTo("AUTH_FORBIDDEN");
        assertThat(reply.json().path("detail").asText()).contains(TENANT);
        assertThat(reply.json().path("whatToDo").asText()).contains(TENANT);
        Api.Reply mcp = mcp(someone);
        assertThat(mcp.status()).as(mcp.text()).isEqualTo(403);
        assertThat(mcp.text()).contains("AUTH_FORBIDDEN", TENANT);
    }

    static Stream<Arguments> strangeNames() {
        return Stream.of(arguments("empty", ""), arguments("control characters", "a\u0000b\nc"),
                arguments("half a character", "\ud800"), arguments("very long", "n".repeat(9000)), arguments("a number", 7));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void strangeNames(String what, Object name) {
        Api carol = api(token("user").without("sub").with("preferred_username", name).text());

        Api.Reply reply = carol.post("/v1/tasks", SLEEP);

        assertThat(reply.status()).as(reply.text()).isEqualTo(202);
    }

    @Test
    void issuerThatGoesAwayLaterStopsNobodyItKnew() {
        Api carol = api(token("user").text());
        assertThat(carol.get("/v1/tasks").status()).isEqualTo(200);
        issuer.close();

        Api.Reply known = carol.get("/v1/tasks");

        assertThat(known.status()).as(known.text()).isEqualTo(200);
        Api.Reply unknown = api(token("user").signedBy(TestingIssuer.newKey("third")).text()).get("/v1/tasks");
        assertThat(unknown.status()).as(unknown.text()).isIn(401, 503);
        assertThat(alice.get("/v1/tasks").status()).isEqualTo(200);
    }

    private static Api.Reply mcp(Api as) {
        return as.post("/mcp", """
                {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-11-25",
                 "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}""",
                "Accept", "application/json, text/event-stream");
    }

    private TokenOf token(String... roles) {
        return new TokenOf(issuer, "carol", roles);
    }
}
