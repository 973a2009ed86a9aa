package org.diamondhpc.site.ssh;

import java.io.IOException;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.auth.keyboard.UserInteraction;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.client.session.forward.ExplicitPortForwardingTracker;
import org.apache.sshd.common.AttributeRepository;
import org.apache.sshd.common.SshConstants;
import org.apache.sshd.common.SshException;
import org.apache.sshd.common.util.net.SshdSocketAddress;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.profile.Account;
import org.diamondhpc.site.profile.Auth;
import org.diamondhpc.site.profile.SiteProfile.Host;
import org.diamondhpc.site.profile.SiteProfile.Transport;
import org.diamondhpc.site.session.ShownKey;
import org.diamondhpc.site.session.SiteException;

/** Opens authenticated connections for one account: host after host until one lets us in. */
final class Dialer implements AutoCloseable {
    private final Transport transport;
    private final Account account;
    private final Identities identities;
    private final Jump jump;
    private final PinnedHostKeys pins;
    private final SshClient client;
    private final AtomicInteger turn = new AtomicInteger();

    /** The connection that carries this one. */
    interface Jump {
        Jump NONE = () -> null;

        /** An open session, or null where the host is reached without. */
        ClientSession session();
    }

    Dialer(Transport transport, Account account, Identities identities, Jump jump, SshRuntime runtime) {
        this.transport = transport;
        this.account = account;
        this.identities = identities;
        this.jump = jump;
        this.pins = PinnedHostKeys.parse(transport.hostKeys());
        this.client = runtime.client(pins);
        if (account.auth() instanceof Auth.Agent agent) {
            client.setAgentFactory(AgentClient.factory(socket(agent)));
        }
    }

    /** @param interaction who answers questions */
    ClientSession dial(UserInteraction interaction, Duration timeout) {
        List<KeyPair> keys = identities.load(account.auth());
        List<SiteException> failures = new ArrayList<>();
        int first = turn.get();
        for (int i = 0; i < transport.hosts().size(); i++) {
            int index = Math.floorMod(first + i, transport.hosts().size());
            try {
                return dial(transport.hosts().get(index), keys, interaction, timeout);
            } catch (SiteException e) {
                turn.compareAndSet(first + i, first + i + 1);
                failures.add(e);
                if (e.reason() == Reason.SITE_AUTH_REFUSED || e.reason() == Reason.SITE_NEEDS_LOGIN) {
                    throw e;
                }
            }
        }
        // A refused host key says more than a host that is down.
        throw failures.stream().filter(e -> e.reason() != Reason.SITE_UNREACHABLE).findFirst()
                .orElse(failures.getFirst());
    }

    /** Connects to a login another process shares. */
    ClientSession dial(SharedLogins.Endpoint shared, Duration timeout) {
        return connect(shared.user(), new Host("127.0.0.1", shared.port()), PinnedHostKeys.of(shared.hostKey()),
                List.of(shared.clientKey()), Unattended.NO_ANSWERS, timeout);
    }

    /** The key that the first host shows; nobody logs in. */
    ShownKey shownKey(Duration timeout) {
        PinnedHostKeys.Check check = PinnedHostKeys.parse(List.of()).check();
        try {
            through(transport.hosts().getFirst(), entry -> connect(account.user(), entry, check, List.of(),
                    Unattended.NO_ANSWERS, timeout)).close(true);
        } catch (SiteException e) {
            return check.shown().orElseThrow(() -> e);
        }
        throw new IllegalStateException("a host was let in without a pinned key");
    }

    private ClientSession dial(Host host, List<KeyPair> keys, UserInteraction interaction, Duration timeout) {
        return through(host, entry -> connect(account.user(), entry, pins, keys, interaction, timeout));
    }

    /** @param open connects to the host itself, or to the end of a tunnel that leads there */
    private ClientSession through(Host host, Function<Host, ClientSession> open) {
        ClientSession carrier = jump.session();
        if (carrier == null) {
            return open.apply(host);
        }
        try {
            ExplicitPortForwardingTracker tunnel = carrier.createLocalPortForwardingTracker(
                    new SshdSocketAddress("127.0.0.1", 0), new SshdSocketAddress(host.host(), host.port()));
            try {
                ClientSession session = open.apply(new Host("127.0.0.1", tunnel.getBoundAddress().getPort()));
                session.addCloseFutureListener(closed -> closeQuietly(tunnel));
                return session;
            } catch (SiteException e) {
                closeQuietly(tunnel);
                throw e;
            }
        } catch (IOException e) {
            throw SiteException.of(Reason.SITE_UNREACHABLE, host + " through the jump host: " + e.getMessage(), e);
        }
    }

    private ClientSession connect(String user, Host host, PinnedHostKeys accepted, List<KeyPair> keys,
            UserInteraction interaction, Duration timeout) {
        return connect(user, host, accepted.check(), keys, interaction, timeout);
    }

    private ClientSession connect(String user, Host host, PinnedHostKeys.Check check, List<KeyPair> keys,
            UserInteraction interaction, Duration timeout) {
        ClientSession session = null;
        try {
            session = client.connect(user, host.host(), host.port(),
                    AttributeRepository.ofKeyValuePair(PinnedHostKeys.CHECK, check)).verify(timeout).getSession();
            session.setUserInteraction(interaction);
            keys.forEach(session::addPublicKeyIdentity);
            session.auth().verify(timeout);
            return session;
        } catch (IOException | RuntimeException e) {
            List<String> ways = LoginWays.offered(session);
            if (session != null) {
                session.close(true);
            }
            throw check.refusal().orElseGet(() -> failure(host, ways, e));
        }
    }

    private SiteException failure(Host host, List<String> ways, Exception e) {
        String said = String.valueOf(e.getMessage());
        boolean refused = said.contains("No more authentication methods")
                || said.contains("Too many authentication failures")
                || e instanceof SshException s
                && s.getDisconnectCode() == SshConstants.SSH2_DISCONNECT_NO_MORE_AUTH_METHODS_AVAILABLE;
        if (refused && account.auth() instanceof Auth.KeyboardInteractive) {
            return SiteException.of(Reason.SITE_AUTH_REFUSED, "%s refused the answers given as %s".formatted(host,
                    account.user()), "Log in again with a new code: most one-time codes are used up by one try.");
        }
        if (refused && !ways.isEmpty() && !ways.contains(LoginWays.PUBLIC_KEY)) {
            return SiteException.of(Reason.SITE_AUTH_REFUSED, "%s takes no keys from %s, only: %s".formatted(host,
                    account.user(), String.join(", ", ways)), ways.contains(LoginWays.QUESTIONS)
                    ? "Let people log in: auth.kind keyboard-interactive in the profile, then `diamond login SITE`."
                    : "Diamond keeps no passwords: ask the site's administrators for logins by key or one-time code.");
        }
        if (refused) {
            return SiteException.of(Reason.SITE_AUTH_REFUSED, "%s refused the login of %s by %s%s".formatted(host,
                    account.user(), way(), ways.isEmpty() ? "" : "; it takes " + String.join(", ", ways)), e);
        }
        return SiteException.of(Reason.SITE_UNREACHABLE, host + ": " + said, e);
    }

    private String way() {
        return switch (account.auth()) {
            case Auth.Key key -> "key " + key.keyFile();
            case Auth.Certificate c -> "certificate " + c.certificateFile();
            case Auth.Agent agent -> "the agent at " + socket(agent);
            case Auth.KeyboardInteractive ignored -> "the answers given";
        };
    }

    private static Path socket(Auth.Agent agent) {
        return agent.socket().orElseGet(() -> {
            String socket = System.getenv("SSH_AUTH_SOCK");
            if (socket == null || socket.isBlank()) {
                throw SiteException.of(Reason.SITE_AUTH_REFUSED, "no agent: SSH_AUTH_SOCK is not set",
                        "Start ssh-agent, or name its socket in the profile: auth.socket.");
            }
            return Path.of(socket);
        });
    }

    private static void closeQuietly(ExplicitPortForwardingTracker tunnel) {
        try {
            tunnel.close();
        } catch (IOException e) {
            // The carrier is gone, and the tunnel with it.
            return;
        }
    }

    @Override
    public void close() {
        client.close(true);
    }
}
