package org.diamondhpc.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {
    @TempDir
    private Path folder;

    @Test
    void portsFollowTheBaseUnlessSetOneByOne() throws Exception {
        Settings settings = settings("port.base=9000\nport.broker=9999\n", Map.of());

        assertThat(settings.port(Port.GATEWAY)).isEqualTo(9000);
        assertThat(settings.port(Port.POSTGRES)).isEqualTo(9008);
        assertThat(settings.port(Port.BROKER)).isEqualTo(9999);
    }

    @Test
    void theEnvironmentIsStronger() throws Exception {
        Settings settings = settings("port.base=9000\n", Map.of("DIAMOND_PORT_BASE", "9100", "DIAMOND_PORT_GATEWAY_GRPC", "7000"));

        assertThat(settings.port(Port.GATEWAY)).isEqualTo(9100);
        assertThat(settings.port(Port.GATEWAY_GRPC)).isEqualTo(7000);
    }

    @Test
    void thePracticeSitesSettingsAreWeaker() throws Exception {
        Files.writeString(folder.resolve("config.practice"), "globus.deadline=1h\nglobus.symlinks=copy\n");

        Settings settings = settings("globus.deadline=6h\n", Map.of());

        assertThat(settings.globus(folder)).containsOnly(Map.entry("diamond.globus.deadline", "6h"),
                Map.entry("diamond.globus.symlinks", "copy"));
    }

    @Test
    void whatIsPassedOnIsFoundUnderItsPrefix() throws Exception {
        Settings settings = settings("kafka.log.flush.interval.messages=1\nenv.QUARKUS_LOG_LEVEL=DEBUG\n", Map.of());

        assertThat(settings.under("kafka.")).containsExactly(Map.entry("log.flush.interval.messages", "1"));
        assertThat(settings.under("env.")).containsExactly(Map.entry("QUARKUS_LOG_LEVEL", "DEBUG"));
    }

    @Test
    void anIdentityProviderIsSwitchedOnByNamingIt() throws Exception {
        Settings settings = settings("oidc.issuer=https://id.example.org/realms/hpc\noidc.audience=diamond\n"
                + "oidc.roles-claim=resource_access/diamond/roles\n", Map.of("DIAMOND_OIDC_TENANT_CLAIM", "project"));

        assertThat(settings.identityProvider().orElseThrow().properties()).containsOnly(
                Map.entry("quarkus.oidc.tenant-enabled", "true"),
                Map.entry("quarkus.oidc.auth-server-url", "https://id.example.org/realms/hpc"),
                Map.entry("quarkus.oidc.token.audience", "diamond"),
                Map.entry("diamond.gateway.authorization-servers", "https://id.example.org/realms/hpc"),
                Map.entry("diamond.oidc.tenant-claim", "project"),
                Map.entry("quarkus.oidc.roles.role-claim-path", "resource_access/diamond/roles"));
    }

    @Test
    void noIdentityProviderIsAskedUnlessNamed() throws Exception {
        assertThat(settings("", Map.of()).identityProvider()).isEmpty();
    }

    @Test
    void globusIsPassedOnWithItsFilesMadeAbsolute() throws Exception {
        Settings settings = settings("globus.identities.default.client-id=abc\n"
                + "globus.identities.default.secret-file=secrets/globus\nglobus.deadline=6h\n", Map.of());

        assertThat(settings.globus(java.nio.file.Path.of("/home/d"))).containsOnly(
                Map.entry("diamond.globus.identities.default.client-id", "abc"),
                Map.entry("diamond.globus.identities.default.secret-file", "/home/d/secrets/globus"),
                Map.entry("diamond.globus.deadline", "6h"));
    }

    @Test
    void hostedAgentIsSetAsTheGatewayNamesIt() throws Exception {
        Settings settings = settings("agent.models.small.kind=openai\nagent.limits.cost = 2.50 \n", Map.of());

        assertThat(settings.agent()).containsOnly(Map.entry("diamond.gateway.agent.models.small.kind", "openai"),
                Map.entry("diamond.gateway.agent.limits.cost", "2.50"));
    }

    @Test
    void mistakesAreNamed() {
        refused("oidc.issuer=https://id.example.org", "oidc.issuer needs oidc.audience");
        refused("oidc.issuer=http://id.example.org\noidc.audience=diamond", "give its https address");
        refused("oidc.issuer=id.example.org\noidc.audience=diamond", "give its https address");
        refused("oidc.audience=diamond", "oidc.audience says nothing without oidc.issuer");
        refused("prot.base=9000", "there is no setting \"prot.base\"");
        refused("port.base=many", "port.base is \"many\"");
        refused("port.gateway=80", "port.gateway is 80");
        refused("port.base=9000\nport.broker=9000", "port.broker and port.gateway are both 9000");
        refused("services=gateway,frontend", "there is no \"frontend\"");
    }

    private void refused(String file, String message) {
        assertThatThrownBy(() -> settings(file, Map.of())).isInstanceOf(Refusal.class).hasMessageContaining(message);
    }

    private Settings settings(String file, Map<String, String> environment) throws Exception {
        return Settings.load(Files.writeString(folder.resolve("config"), file), environment);
    }
}
