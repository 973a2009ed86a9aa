package org.diamondhpc.transfer.globus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import org.diamondhpc.schemas.id.TenantId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What operators may get wrong is said when the service starts. */
class DesksTest {
    @TempDir
    Path folder;
    private final Map<String, String> settings = new HashMap<>();

    @Test
    void withoutIdentitiesNothingGoesByGlobusAndNothingIsMissing() {
        assertThat(desks().of(new TenantId("alice"))).isEmpty();
    }

    @Test
    void tenantsUseTheirOwnIdentityOrTheDefault() throws IOException {
        key();
        identity("default");
        identity("lab");
        settings.put("tenants.bob", "lab");

        assertThat(desks().of(new TenantId("alice"))).map(Desk::identity).contains("default");
        assertThat(desks().of(new TenantId("bob"))).map(Desk::identity).contains("lab");
    }

    @Test
    void mistakesAreNamed() throws IOException {
        identity("default");
        refused("diamond.globus.key-file: is not set");
        key();
        settings.put("tenants.bob", "labb");
        refused("diamond.globus.tenants.bob names no identity: labb");
        settings.remove("identities.default.secret-file");
        refused("diamond.globus.identities.default needs a secret-file");
        settings.put("key-file", Files.writeString(folder.resolve("short"), "abc").toString());
        refused("32 bytes");
    }

    private void key() throws IOException {
        settings.put("key-file", Files.writeString(folder.resolve("key"), TestingGlobus.key()).toString());
    }

    private void identity(String name) throws IOException {
        settings.put("identities." + name + ".client-id", name + "-client");
        settings.put("identities." + name + ".secret-file", Files.writeString(folder.resolve("secret"), "s").toString());
    }

    private void refused(String message) {
        assertThatIllegalStateException().isThrownBy(this::desks).withMessageContaining(message);
    }

    private Desks desks() {
        return new Desks(TestingGlobus.config(settings), new TestingVault(), Clock.systemUTC());
    }
}
