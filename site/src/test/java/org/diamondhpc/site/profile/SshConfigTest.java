package org.diamondhpc.site.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Profiles that leave to the user's own SSH configuration what it says already. */
class SshConfigTest {
    private static final String KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIM1cqh1cqdKkI0KixY/HzHKljDZplUNwkHmMB7yFZYnh";
    private static final String SHORT = """
            id: frontier
            transport: {sshConfig: true, knownHosts: true}
            scheduler: {family: slurm}
            """;

    @TempDir
    private Path home;

    @BeforeEach
    void aUser() throws IOException {
        write(".ssh/config", """
                Host frontier
                  HostName login.frontier.example.org
                  Port 2222
                  User abc123
                  IdentityFile ~/.ssh/hpc

                Host behind
                  ProxyJump frontier
                  IdentityFile ~/.ssh/missing

                Host far
                  ProxyJump me@bastion.example.org:22

                Host *.example.org
                  User someone
                """);
        write(".ssh/known_hosts", "[login.frontier.example.org]:2222 " + KEY + "\n"
                + "@cert-authority *.example.org " + KEY + "\nelsewhere.example.org " + KEY + "\n");
        write(".ssh/hpc", "a key");
    }

    @Test
    void threeLinesAreAProfile() throws IOException {
        write("sites/frontier.yaml", SHORT);

        SiteProfile frontier = profiles().get(new SiteId("frontier"));

        assertThat(frontier.transport().hosts()).extracting(Object::toString)
                .containsExactly("login.frontier.example.org:2222");
        assertThat(frontier.transport().hostKeys()).containsExactly(KEY);
        assertThat(frontier.accountFor(new TenantId("anybody"))).hasValueSatisfying(account -> {
            assertThat(account.user()).isEqualTo("abc123");
            assertThat(account.auth()).isEqualTo(new Auth.Key(home.resolve(".ssh/hpc"), Optional.empty()));
        });
    }

    @Test
    void whatTheProfileSaysItselfGoesFirst() throws IOException {
        write("sites/f.yaml", """
                id: mine
                transport: {sshConfig: frontier}
                scheduler: {family: slurm}
                accounts: [{tenant: demo, user: other, project: p1}]
                """);

        SiteProfile mine = profiles().get(new SiteId("mine"));

        assertThat(mine.transport().hostKeys()).as("known_hosts only where it is asked for").isEmpty();
        assertThat(mine.accounts()).singleElement().satisfies(a -> {
            assertThat(a.user()).isEqualTo("other");
            assertThat(a.auth()).isInstanceOf(Auth.Key.class);
            assertThat(a.project()).contains("p1");
        });
    }

    @Test
    void aJumpHostIsASiteOfItsOwnAndWithoutAKeyTheAgentIsAsked() throws IOException {
        write("sites/frontier.yaml", SHORT);
        write("sites/behind.yaml", SHORT.replace("id: frontier", "id: behind"));

        SiteProfile behind = profiles().get(new SiteId("behind"));

        assertThat(behind.transport().jump()).contains(new SiteId("frontier"));
        assertThat(behind.transport().hosts()).extracting(Object::toString).containsExactly("behind:22");
        assertThat(behind.accounts().getFirst().user()).isEqualTo(System.getProperty("user.name"));
        assertThat(behind.accounts().getFirst().auth()).isEqualTo(new Auth.Agent(Optional.empty()));
    }

    @Test
    void whatTheConfigurationCannotGiveIsNamed() throws IOException {
        write("sites/a.yaml", SHORT.replace("sshConfig: true", "sshConfig: nowhere"));
        write("sites/b.yaml", SHORT.replace("id: frontier", "id: far"));

        DiamondException e = catchThrowableOfType(DiamondException.class, this::profiles);

        assertThat(e.problem().violations()).extracting(Violation::message)
                .anyMatch(m -> m.contains("no Host in") && m.contains("matches nowhere"))
                .anyMatch(m -> m.contains("ProxyJump me@bastion.example.org:22 is no site's id"));
    }

    @Test
    void aChangeOfTheConfigurationIsNoticed() throws IOException {
        write("sites/frontier.yaml", SHORT);
        SiteProfiles profiles = profiles();
        profiles.all();

        write(".ssh/config", "Host frontier\n  HostName new.frontier.example.org\n");

        assertThat(profiles.get(new SiteId("frontier")).transport().hosts()).extracting(Object::toString)
                .containsExactly("new.frontier.example.org:22");
    }

    private SiteProfiles profiles() {
        return SiteProfiles.load(home.resolve("sites"), Duration.ZERO, new SshConfig(home.resolve(".ssh")));
    }

    private void write(String name, String text) throws IOException {
        Path file = home.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
