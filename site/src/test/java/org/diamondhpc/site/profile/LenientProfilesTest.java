package org.diamondhpc.site.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.diamondhpc.schemas.id.SiteId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LenientProfilesTest {
    private static final String GOOD = """
            id: %s
            description: a site
            transport:
              kind: ssh
              hosts: [{host: 10.77.0.11, port: 22}]
              hostKeys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIM1cqh1cqdKkI0KixY/HzHKljDZplUNwkHmMB7yFZYnh"]
            scheduler: {family: slurm}
            storage: {root: "$HOME/.diamond"}
            accounts: [{tenant: "*", user: alice, auth: {kind: agent}}]
            """;

    @TempDir
    private Path folder;

    @Test
    void aFileWithErrorsIsNamedAndTheOthersGoOn() throws IOException {
        Files.writeString(folder.resolve("alpha.yaml"), GOOD.formatted("alpha"));
        Files.writeString(folder.resolve("beta.yaml"), "id: beta\n");

        SiteProfiles profiles = SiteProfiles.lenient(folder, Duration.ZERO, SchedulerCheck.NONE);

        assertThat(profiles.all()).extracting(SiteProfile::id).containsExactly(new SiteId("alpha"));
        assertThat(profiles.errors()).isNotEmpty().allMatch(e -> e.pointer().startsWith("beta.yaml#"));
    }

    @Test
    void aFileThatIsSpoiltStaysAsItLastWasGood() throws IOException {
        Files.writeString(folder.resolve("alpha.yaml"), GOOD.formatted("alpha"));
        SiteProfiles profiles = SiteProfiles.lenient(folder, Duration.ZERO, SchedulerCheck.NONE);

        Files.writeString(folder.resolve("alpha.yaml"), "id: [");
        Files.writeString(folder.resolve("gamma.yaml"), GOOD.formatted("gamma"));

        assertThat(profiles.all()).extracting(p -> p.id().value()).containsExactly("alpha", "gamma");
        assertThat(profiles.errors()).isNotEmpty();
        Files.delete(folder.resolve("alpha.yaml"));
        assertThat(profiles.all()).extracting(p -> p.id().value()).containsExactly("gamma");
        assertThat(profiles.errors()).isEmpty();
    }
}
