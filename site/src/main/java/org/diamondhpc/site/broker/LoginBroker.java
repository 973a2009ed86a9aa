package org.diamondhpc.site.broker;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.session.SiteException;
import org.diamondhpc.site.ssh.SharedLogins;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Shares this process's logins with, and finds those of, the other processes that use the same state folder. */
public final class LoginBroker implements SharedLogins {
    private static final Logger LOG = LoggerFactory.getLogger(LoginBroker.class);

    private final StateFolder state;
    private final Map<AccountId, Channels> offered = new ConcurrentHashMap<>();
    private RelayServer server;

    /**
     * @param stateFolder private to the instance; made, and closed to everybody else, where needed
     * @throws SiteException SITE_MISCONFIGURED where the folder cannot serve
     */
    public LoginBroker(Path stateFolder) {
        this.state = StateFolder.open(stateFolder);
    }

    @Override
    public Optional<Endpoint> find(AccountId account) {
        return state.find(account);
    }

    @Override
    public synchronized void offer(AccountId account, Channels channels) {
        try {
            if (server == null) {
                KeyPair hostKey = KeyUtils.generateKeyPair(KeyPairProvider.SSH_ED25519, 256);
                server = new RelayServer(hostKey, state.clientKey().getPublic(),
                        user -> Optional.ofNullable(offered.get(StateFolder.account(user))));
            }
            offered.put(account, channels);
            state.announce(account, server.port(), server.hostKey());
            LOG.info("A login is shared with the other processes, account={}", account);
        } catch (IOException | GeneralSecurityException e) {
            offered.remove(account);
            throw SiteException.of(Reason.SITE_MISCONFIGURED, "the login cannot be shared: " + e.getMessage(), e);
        }
    }

    @Override
    public synchronized void withdraw(AccountId account) {
        if (offered.remove(account) != null) {
            state.retract(account, server.port());
            server.disconnect(StateFolder.user(account));
            LOG.info("A shared login has ended, account={}", account);
        }
    }

    @Override
    public synchronized void close() {
        offered.keySet().forEach(account -> state.retract(account, server.port()));
        offered.clear();
        if (server != null) {
            server.close();
            server = null;
        }
    }
}
