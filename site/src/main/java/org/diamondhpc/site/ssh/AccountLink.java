package org.diamondhpc.site.ssh;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.sshd.client.session.ClientSession;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.profile.Account;
import org.diamondhpc.site.profile.Auth;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.session.LoginPrompts;
import org.diamondhpc.site.session.SiteException;
import org.diamondhpc.site.session.SiteHealth;
import org.diamondhpc.site.session.SiteHealth.State;

/** All that is open for one account under one version of its profile; another version gets another link. */
final class AccountLink implements AutoCloseable {
    private final AccountId id;
    private final SiteProfile profile;
    private final Account account;
    private final SshRuntime runtime;
    private final SharedLogins shared;
    private final Clock clock;
    private final Dialer dialer;
    private final ConnectGate gate;
    private final ConnectionPool pool;
    private final Channels channels;
    private final SftpChannels sftp;
    private volatile Instant lastSuccess;
    private State state;
    private Instant since;

    AccountLink(SiteProfile profile, Account account, Dialer.Jump jump, SshRuntime runtime, SshSettings settings,
            SharedLogins shared, Clock clock) {
        this.id = profile.accountId(account);
        this.profile = profile;
        this.account = account;
        this.runtime = runtime;
        this.shared = shared;
        this.clock = clock;
        this.dialer = new Dialer(profile.transport(), account, new Identities(clock), jump, runtime);
        this.gate = new ConnectGate(settings, clock, account.auth().files());
        // A human answers for each connection, so there is only one.
        this.pool = new ConnectionPool(needsHuman() ? 1 : profile.transport().maxConnections(),
                profile.transport().maxChannels(), settings, gate, this::dial);
        this.channels = new Channels(pool, settings);
        this.sftp = new SftpChannels(channels, pool, settings);
    }

    /** Whether this link still is what the profile says. */
    boolean serves(SiteProfile now, Account account) {
        return profile.transport().equals(now.transport()) && profile.prologue().equals(now.prologue())
                && this.account.equals(account);
    }

    String prologue() {
        return profile.prologue();
    }

    Channels channels() {
        return channels;
    }

    SftpChannels sftp() {
        return sftp;
    }

    ScheduledExecutorService timer() {
        return runtime.timer();
    }

    ClientSession carrier() {
        return pool.carrier();
    }

    void healthy() {
        lastSuccess = clock.instant();
    }

    private boolean needsHuman() {
        return account.auth() instanceof Auth.KeyboardInteractive;
    }

    private ClientSession dial() {
        if (!needsHuman()) {
            return dialer.dial(Unattended.NO_ANSWERS, account.connectTimeout());
        }
        SharedLogins.Endpoint login = shared.find(id).orElseThrow(this::needsLogin);
        try {
            return dialer.dial(login, account.connectTimeout());
        } catch (SiteException e) {
            // Its process has died and left the announcement behind.
            throw needsLogin();
        }
    }

    private SiteException needsLogin() {
        return SiteException.of(Reason.SITE_NEEDS_LOGIN, "nobody is logged in as " + id,
                "Log in once with `diamond login %s`; waiting tasks then go on by themselves.".formatted(id.site()));
    }

    void login(LoginPrompts prompts) {
        try {
            ClientSession session = dialer.dial(Unattended.attended(prompts), Duration.ofMinutes(5));
            gate.opened();
            pool.adopt(session);
            if (needsHuman()) {
                shared.offer(id, pool::acquire);
                session.addCloseFutureListener(closed -> shared.withdraw(id));
            }
            healthy();
        } catch (SiteException e) {
            // A human's wrong answer says nothing about logins that others share.
            if (!needsHuman()) {
                gate.failed(e);
            }
            throw e;
        }
    }

    void logout() {
        shared.withdraw(id);
        pool.dropAll();
    }

    synchronized SiteHealth health() {
        Instant now = clock.instant();
        Optional<SiteException> refusal = gate.refusal();
        Breaker breaker = gate.breaker();
        int open = pool.openConnections();
        Optional<Problem> problem = open > 0 ? Optional.empty()
                : refusal.or(() -> Optional.ofNullable(breaker.last())).map(SiteException::problem);
        if (open == 0 && problem.isEmpty() && needsHuman() && shared.find(id).isEmpty()) {
            problem = Optional.of(needsLogin().problem());
        }
        State seen = open > 0 ? State.CONNECTED : problem.map(p -> state(p.reason())).orElse(State.IDLE);
        if (seen != state) {
            state = seen;
            since = now;
        }
        return new SiteHealth(id, state, since, Optional.ofNullable(lastSuccess), breaker.nextTry(now), problem, open,
                pool.channelsInUse());
    }

    private static State state(Reason reason) {
        return switch (reason) {
            case SITE_NEEDS_LOGIN -> State.NEEDS_LOGIN;
            case SITE_AUTH_REFUSED, SITE_HOST_KEY_CHANGED, SITE_HOST_KEY_UNKNOWN, SITE_MISCONFIGURED -> State.REFUSED;
            default -> State.UNREACHABLE;
        };
    }

    @Override
    public void close() {
        shared.withdraw(id);
        sftp.close();
        pool.close();
        dialer.close();
    }
}
