package org.diamondhpc.transfer.globus.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.transfer.globus.MovableClock;
import org.diamondhpc.transfer.globus.TestingVault;
import org.diamondhpc.transfer.globus.api.GlobusError;
import org.diamondhpc.transfer.globus.api.GlobusException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against answers of the token endpoint as they were recorded. */
class TokenSourceTest {
    @TempDir
    Path folder;
    private final MovableClock clock = new MovableClock();
    private final TestingVault vault = new TestingVault();
    private final SecretBox box = new SecretBox(new byte[32], new SecureRandom());
    private final List<String> forms = new ArrayList<>();
    private final List<String> authorizations = new ArrayList<>();
    private HttpServer server;
    private int status = 200;

    @BeforeEach
    void begin() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/v2/oauth2/token", exchange -> {
            forms.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            byte[] answer = (status == 200 ? """
                    {"access_token":"Ag%d","scope":"urn:globus:auth:scope:transfer.api.globus.org:all",
                     "expires_in":172800,"token_type":"Bearer","resource_server":"transfer.api.globus.org",
                     "refresh_token":"R%d","other_tokens":[]}""".formatted(forms.size(), forms.size())
                    : "{\"error\":\"invalid_grant\"}").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        Files.writeString(folder.resolve("secret"), "s3cret\n");
        Files.writeString(folder.resolve("refresh"), "R0\n");
    }

    @AfterEach
    void end() {
        server.stop(0);
    }

    @Test
    void aTokenIsReplacedEarlyNotWhenItHasEnded() {
        TokenSource source = own();
        String first = source.bearer();
        clock.advance(Duration.ofHours(43));
        String later = source.bearer();
        clock.advance(Duration.ofMinutes(20));

        String early = source.bearer();

        assertThat(later).isEqualTo(first);
        assertThat(early).isNotEqualTo(first);
        assertThat(forms).hasSize(2).allSatisfy(f -> assertThat(f).startsWith("grant_type=client_credentials&scope="));
    }

    @Test
    void whileGlobusAuthIsAwayTheOldTokenDoesUntilItEnds() {
        TokenSource source = own();
        String first = source.bearer();
        status = 503;
        clock.advance(Duration.ofHours(44));

        assertThat(source.bearer()).isEqualTo(first);
        clock.advance(Duration.ofHours(5));
        assertThatExceptionOfType(GlobusException.class).isThrownBy(source::bearer)
                .matches(e -> e.error() instanceof GlobusError.Away);
    }

    @Test
    void aRotatedRefreshTokenIsKeptSealedAndUsedByTheNextProcess() {
        Grant grant = new Grant.RefreshToken("client", Optional.empty(), folder.resolve("refresh"));
        new TokenSource("default", grant, auth(), vault, box, clock).bearer();
        clock.advance(Duration.ofHours(47));

        new TokenSource("default", grant, auth(), vault, box, clock).bearer();

        assertThat(forms).containsExactly("grant_type=refresh_token&refresh_token=R0&client_id=client",
                "grant_type=refresh_token&refresh_token=R1&client_id=client");
        assertThat(authorizations).containsOnly("null");
    }

    @Test
    void badCredentialsAreNoPassingTroubleAndNoSecretIsInTheMessage() {
        status = 401;

        assertThatExceptionOfType(GlobusException.class).isThrownBy(() -> own().bearer())
                .matches(e -> e.error() instanceof GlobusError.Unauthenticated)
                .withMessageContaining("invalid_grant").withMessageNotContaining("s3cret");
    }

    @Test
    void aTokenShowsNothingOfItself() {
        String bearer = own().bearer();
        Token token = new Token(bearer, java.util.Set.of(), clock.instant(), clock.instant());

        assertThat(token.toString() + new AuthClient.Answer(bearer, bearer, Duration.ZERO)).doesNotContain(bearer);
    }

    private TokenSource own() {
        return new TokenSource("default", new Grant.ClientCredentials("client", folder.resolve("secret")), auth(), vault,
                box, clock);
    }

    private AuthClient auth() {
        return new AuthClient(HttpClient.newHttpClient(), URI.create("http://127.0.0.1:" + server.getAddress().getPort()));
    }
}
