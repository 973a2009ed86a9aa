package org.diamondhpc.gateway.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.diamondhpc.gateway.webhook.domain.Egress;
import org.diamondhpc.gateway.webhook.domain.Secret;
import org.diamondhpc.gateway.webhook.domain.Tried;
import org.diamondhpc.schemas.id.WebhookId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The address that was judged is the one connected to, and the name is what the certificate must have. */
class SendingTest {
    private static final String NAME = "hooks.example.org";
    private static final Secret SECRET = Secret.of(new byte[32]);
    private static final Message MESSAGE = new Message("s-1-1", "{}".getBytes());

    @TempDir
    Path folder;
    private final List<String> hosts = new CopyOnWriteArrayList<>();
    private HttpsServer server;
    private Vertx vertx;
    private WebhookSender sender;

    @BeforeEach
    void serve() throws Exception {
        keytool("-genkeypair", "-alias", "a", "-keyalg", "EC", "-dname", "CN=" + NAME, "-ext", "san=dns:" + NAME);
        keytool("-exportcert", "-alias", "a", "-rfc", "-file", folder.resolve("ca.pem").toString());
        KeyStore store = KeyStore.getInstance(folder.resolve("keys").toFile(), "changeit".toCharArray());
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, "changeit".toCharArray());
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(keys.getKeyManagers(), null, null);
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
        server.setHttpsConfigurator(new HttpsConfigurator(tls));
        server.createContext("/", exchange -> {
            hosts.add(exchange.getRequestHeaders().getFirst("Host"));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        vertx = Vertx.vertx();
        sender = new WebhookSender(vertx, config("trust-file", folder.resolve("ca.pem").toString()),
                Clock.systemUTC());
    }

    @AfterEach
    void serveNoMore() {
        server.stop(0);
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void connectsToTheJudgedAddressUnderTheName() throws Exception {
        Tried tried = sender.send(to(NAME), SECRET, MESSAGE);

        assertThat(tried).isEqualTo(new Tried.Answered(204, null));
        assertThat(hosts).containsExactly(NAME + ":" + server.getAddress().getPort());
    }

    @Test
    void certificateOfAnotherNameIsRefused() throws Exception {
        Tried tried = sender.send(to("other.example.org"), SECRET, MESSAGE);

        assertThat(tried).isInstanceOf(Tried.Unanswered.class);
        assertThat(hosts).isEmpty();
    }

    @Test
    void unknownAuthorityIsRefused() throws Exception {
        Tried tried = new WebhookSender(vertx, config("loopback", "false"), Clock.systemUTC())
                .send(to(NAME), SECRET, MESSAGE);

        assertThat(tried).isInstanceOf(Tried.Unanswered.class);
        assertThat(hosts).isEmpty();
    }

    /** A name that stands for a public address when it is judged and for this machine when it is used. */
    @Test
    void nameThatChangesItsAddressIsJudgedAgain() throws Exception {
        Queue<InetAddress> answers = new ArrayDeque<>(List.of(InetAddress.getByName("1.1.1.1"),
                InetAddress.getByName("127.0.0.1")));
        EgressGate gate = new EgressGate(new Egress(List.of(), List.of(), false), host -> List.of(answers.remove()));
        gate.check("https://" + NAME + "/");

        var recipient = gate.recipient(URI.create("https://" + NAME + "/"));

        assertThat(recipient).isEmpty();
    }

    @Test
    void judgedAddressIsAskedForOnce() throws Exception {
        Queue<InetAddress> answers = new ArrayDeque<>(List.of(InetAddress.getByName("127.0.0.1")));
        EgressGate gate = new EgressGate(new Egress(List.of(), List.of(), true), host -> List.of(answers.remove()));

        Recipient to = gate.recipient(to(NAME).url()).orElseThrow();

        assertThat(sender.send(to, SECRET, MESSAGE)).isEqualTo(new Tried.Answered(204, null));
    }

    @Test
    void secretOpensForItsWebhookAndKeyOnly() throws Exception {
        SecretBox box = new SecretBox(config("secrets-key", "0123456789012345678901234567890123456789"));
        SecretBox other = new SecretBox(config("secrets-key", "another-key-another-key-another-key-1"));
        WebhookId mine = new WebhookId("h-00000001");

        byte[] sealed = box.seal(mine, SECRET);

        assertThat(box.open(mine, sealed).text()).isEqualTo(SECRET.text());
        assertThatThrownBy(() -> box.open(new WebhookId("h-00000002"), sealed))
                .isInstanceOf(SecretBox.Sealed.class);
        assertThatThrownBy(() -> other.open(mine, sealed)).isInstanceOf(SecretBox.Sealed.class);
        assertThat(box.seal(mine, SECRET)).isNotEqualTo(sealed);
    }

    @Test
    void withoutAKeyThereAreNoWebhooks() {
        SecretBox box = new SecretBox(config("loopback", "false"));

        assertThatThrownBy(box::require).isInstanceOf(DiamondException.class).hasMessageContaining("secrets-key");
    }

    private Recipient to(String name) throws Exception {
        return new Recipient(URI.create("https://" + name + ":" + server.getAddress().getPort() + "/wakes"),
                InetAddress.getByName("127.0.0.1"));
    }

    private static WebhookConfig config(String key, String value) {
        return new SmallRyeConfigBuilder().withMapping(WebhookConfig.class).addDiscoveredConverters()
                .withDefaultValue("diamond.gateway.webhooks." + key, value)
                .withDefaultValue("diamond.gateway.webhooks.timeout", "10s").build()
                .getConfigMapping(WebhookConfig.class);
    }

    private void keytool(String... arguments) throws Exception {
        List<String> command = new java.util.ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of("-keystore", folder.resolve("keys").toString(), "-storepass", "changeit"));
        Path log = folder.resolve("keytool.log");
        int exit = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start().waitFor();
        assertThat(exit).as(Files.readString(log)).isZero();
    }
}
