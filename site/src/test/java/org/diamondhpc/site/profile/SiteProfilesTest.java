package org.diamondhpc.site.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiteProfilesTest {
    private static final String GOOD = """
            id: alpha
            description: Large CPU cluster
            transport:
              kind: ssh
              hosts: [{host: 10.77.0.11, port: 22}, {host: login2}]
              hostKeys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIM1cqh1cqdKkI0KixY/HzHKljDZplUNwkHmMB7yFZYnh"]
              jump: null
              maxConnections: 2
              maxChannels: 5
            prologue: ""
            scheduler: {family: slurm, cluster: alpha}
            storage: {root: "$HOME/.diamond", scratch: /scratch}
            collections: [{id: 3f6a2f0c-7d0e-4a4b-9c43-0d9f1b2c4d5e, root: /scratch, base: /proj, mapped: true}]
            reaches: [{site: beta, host: bob@login.beta.example, port: 2222}]
            accounts:
              - tenant: "*"
                user: alice
                auth: {kind: key, keyFile: keys/id}
                project: proj1
                sshOptions: {}
              - tenant: other
                user: bob
                auth: {kind: keyboard-interactive}
            software: [{name: python, version: "3.11"}]
            launcher: srun
            labels: {architecture: x86_64, interconnect: none}
            limits: {pollMin: 500ms, pollMax: 2m}
            """;

    @TempDir
    private Path folder;

    @Test
    void readsTheContract() throws IOException {
        write("alpha.yaml", GOOD);
        SiteProfile alpha = SiteProfiles.load(folder).get(new SiteId("alpha"));
        assertThat(alpha.transport().hosts()).extracting(Object::toString)
                .containsExactly("10.77.0.11:22", "login2:22");
        assertThat(alpha.scheduler().options()).containsEntry("cluster", "alpha");
        assertThat(alpha.limits()).isEqualTo(new SiteProfile.Limits(Duration.ofMillis(500), Duration.ofMinutes(2)));
        assertThat(alpha.labels()).containsEntry("architecture", "x86_64");
        assertThat(alpha.collections()).containsExactly(new SiteProfile.GlobusCollection(
                "3f6a2f0c-7d0e-4a4b-9c43-0d9f1b2c4d5e", "/scratch", "/proj", true, false));
        assertThat(alpha.reaches()).containsExactly(
                new SiteProfile.Reach(new SiteId("beta"), "bob@login.beta.example", 2222));
        assertThat(alpha.accounts().getFirst().auth())
                .isEqualTo(new Auth.Key(folder.resolve("keys/id"), Optional.empty()));
    }

    @Test
    void aTenantsOwnAccountGoesBeforeEverybodys() throws IOException {
        write("alpha.yaml", GOOD);
        SiteProfile alpha = SiteProfiles.load(folder).get(new SiteId("alpha"));
        assertThat(alpha.accountFor(new TenantId("other"))).map(Account::user).contains("bob");
        assertThat(alpha.accountFor(new TenantId("anyone"))).map(Account::user).contains("alice");
        assertThat(alpha.account(new AccountId(alpha.id(), "mallory"))).isEmpty();
    }

    @Test
    void namesEveryErrorWithFileAndField() throws IOException {
        write("a.yaml", GOOD.replace("port: 22", "port: 99999").replace("kind: key,", "kind: kex,")
                .replace("launcher", "lancher").replace("pollMin: 500ms", "pollMin: soon"));
        write("b.yaml", "id: [");
        write("c.yaml", GOOD.replace("id: alpha", "id: UPPER").replace("jump: null", "jump: nowhere"));
        DiamondException e = catchThrowableOfType(DiamondException.class, () -> SiteProfiles.load(folder));
        assertThat(e.problem().violations()).extracting(Violation::pointer).contains("a.yaml#/transport/hosts/0/port",
                "a.yaml#/accounts/0/auth/kind", "a.yaml#/lancher", "a.yaml#/limits/pollMin", "b.yaml", "c.yaml#/id");
    }

    @Test
    void refusesJumpsThatLeadNowhere() throws IOException {
        write("a.yaml", GOOD.replace("jump: null", "jump: beta"));
        DiamondException e = catchThrowableOfType(DiamondException.class, () -> SiteProfiles.load(folder));
        assertThat(e.problem().violations()).extracting(Violation::message).containsExactly("names no site: beta");
        write("b.yaml", GOOD.replace("id: alpha", "id: beta").replace("jump: null", "jump: alpha"));
        e = catchThrowableOfType(DiamondException.class, () -> SiteProfiles.load(folder));
        assertThat(e.problem().violations()).extracting(Violation::message).contains("leads round in a circle");
    }

    @Test
    void seesChangesAndKeepsTheLastGoodState() throws IOException {
        write("alpha.yaml", GOOD);
        SiteProfiles profiles = SiteProfiles.load(folder, Duration.ZERO);
        write("alpha.yaml", GOOD.replace("Large CPU", "Small CPU"));
        assertThat(profiles.get(new SiteId("alpha")).description()).isEqualTo("Small CPU cluster");
        write("alpha.yaml", GOOD.replace("ssh\n", "telnet\n"));
        assertThat(profiles.get(new SiteId("alpha")).description()).isEqualTo("Small CPU cluster");
        assertThat(profiles.errors()).extracting(Violation::pointer).containsExactly("alpha.yaml#/transport/kind");
        write("alpha.yaml", GOOD);
        assertThat(profiles.errors()).isEmpty();
        Files.delete(folder.resolve("alpha.yaml"));
        assertThat(profiles.all()).isEmpty();
    }

    private void write(String name, String yaml) throws IOException {
        Files.writeString(folder.resolve(name), yaml);
    }
}
