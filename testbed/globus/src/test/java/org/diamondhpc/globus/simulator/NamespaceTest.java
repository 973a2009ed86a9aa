package org.diamondhpc.globus.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.diamondhpc.globus.simulator.Client.Answer;
import org.diamondhpc.globus.simulator.model.CollectionSpec;
import org.diamondhpc.globus.simulator.model.EntityType;
import org.diamondhpc.globus.simulator.model.LocalUser;
import org.diamondhpc.globus.simulator.model.Place;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A file system that only another mount namespace has, used as somebody who is not root. */
class NamespaceTest extends Ends {
    private static final int UID = 5001;

    private Path mounted;
    private Path pidFile;
    private Process site;
    private CollectionSpec gamma;

    @BeforeEach
    void makeASite() throws Exception {
        Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxr-xr-x"));
        mounted = Files.createDirectory(temporary.resolve("site"));
        pidFile = temporary.resolve("pid");
        site = process("unshare", "--mount", "--propagation", "private", "sh", "-c", """
                mount -t tmpfs -o size=1m,mode=755 none "$1" && mkdir "$1/home" "$1/other" && chown %d:%d "$1/home" \
                && chmod 700 "$1/home" "$1/other" && echo $$ >"$2.new" && mv "$2.new" "$2" && exec sleep 120
                """.formatted(UID, UID), "site", mounted.toString(), pidFile.toString());
        Assumptions.assumeTrue(started(), "mount namespaces need root");
        gamma = simulator.collection(CollectionSpec.of(EntityType.GCS_GUEST, "site", new Place.Namespace(pidFile, mounted))
                .withAccounts(Map.of(simulator.client().id(), List.of(new LocalUser("zed", UID, UID, mounted + "/home")))));
    }

    private static Process process(String... command) {
        try {
            return new ProcessBuilder(command).inheritIO().start();
        } catch (IOException e) {
            return Assumptions.abort("there is no unshare on this machine");
        }
    }

    private boolean started() throws InterruptedException {
        for (int i = 0; i < 100 && site.isAlive() && !Files.exists(pidFile); i++) {
            Thread.sleep(50);
        }
        return Files.exists(pidFile);
    }

    @AfterEach
    void endTheSite() throws InterruptedException {
        if (site != null) {
            site.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        }
    }

    private Path seenFromOutside(String path) throws IOException {
        return Path.of("/proc", Files.readString(pidFile).trim(), "root").resolve(mounted.toString().substring(1)).resolve(path);
    }

    @Test
    void writesAsTheLocalUser() throws IOException {
        write(alphaRoot, "a", "from here");

        client.succeeded(client.submit(Client.transfer(alpha, gamma, "/a", "/~/new/a")));

        assertThat(seenFromOutside("home/new/a")).hasContent("from here");
        assertThat(Files.getAttribute(seenFromOutside("home/new/a"), "unix:uid")).isEqualTo(UID);
        assertThat(Files.getAttribute(seenFromOutside("home/new"), "unix:gid")).isEqualTo(UID);
        assertThat(mounted.toFile().list()).isEmpty();
    }

    @Test
    void hasNoMoreRightsThanTheLocalUser() {
        write(alphaRoot, "a", "1");

        JsonNode task = client.awaitTask(client.submit(Client.transfer(alpha, gamma, "/a", "/other/a")), "is_ok", "false");
        Answer list = client.get("operation/endpoint/" + gamma.id() + "/ls?path=/other");

        assertThat(task.get("nice_status").textValue()).isEqualTo("PERMISSION_DENIED");
        assertThat(list.code()).isEqualTo("EndpointPermissionDenied");
    }

    @Test
    void meetsTheEndOfTheDisk() {
        write(alphaRoot, "large", "x".repeat(2 << 20));

        JsonNode task = client.awaitTask(client.submit(Client.transfer(alpha, gamma, "/large", "/~/large")), "is_ok", "false");

        assertThat(task.get("nice_status").textValue()).isEqualTo("QUOTA_EXCEEDED");
    }

    @Test
    void noticesThatTheSiteIsGone() throws Exception {
        write(alphaRoot, "a", "1");
        site.destroyForcibly().waitFor(10, TimeUnit.SECONDS);
        await().atMost(Duration.ofSeconds(5)).until(() -> !site.isAlive());

        JsonNode task = client.awaitTask(client.submit(Client.transfer(alpha, gamma, "/a", "/~/a")), "is_ok", "false");
        Answer list = client.get("operation/endpoint/" + gamma.id() + "/ls?path=/");

        assertThat(task.get("nice_status").textValue()).isEqualTo("CONNECT_FAILED");
        assertThat(list.code()).isEqualTo("ExternalError.DirListingFailed.LoginFailed");
    }

    @Test
    void insistsOnAnAccountOfTheIdentity() {
        Answer other = client.get("operation/endpoint/" + gamma.id() + "/ls?path=/~/&local_user=root");
        Answer own = client.get("operation/endpoint/" + gamma.id() + "/ls?path=/~/&local_user=zed");

        assertThat(other.code()).isEqualTo("EndpointPermissionDenied");
        assertThat(own.status()).isEqualTo(200);
    }
}
