package org.diamondhpc.site.ssh;

import java.security.KeyPair;
import java.security.PublicKey;
import java.time.Duration;
import java.util.Optional;
import org.apache.sshd.client.session.ClientSession;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.site.session.SiteException;

/** Logins that needed a human, shared by the processes of one Diamond instance. */
public interface SharedLogins extends AutoCloseable {
    SharedLogins NONE = new SharedLogins() {
        @Override
        public Optional<Endpoint> find(AccountId account) {
            return Optional.empty();
        }

        @Override
        public void offer(AccountId account, Channels channels) { }

        @Override
        public void withdraw(AccountId account) { }

        @Override
        public void close() { }
    };

    /** Where another process serves a login of this account; empty where none does. */
    Optional<Endpoint> find(AccountId account);

    /** Serves this process's login to the others until it is withdrawn. */
    void offer(AccountId account, Channels channels);

    void withdraw(AccountId account);

    @Override
    void close();

    /**
     * A loopback SSH server that passes channels on.
     *
     * @param clientKey what it accepts; lives in the instance's own state folder
     */
    record Endpoint(String user, int port, PublicKey hostKey, KeyPair clientKey) {
        @Override
        public String toString() {
            return user + " at port " + port;
        }
    }

    /** A login's channels, within its budget. */
    interface Channels {
        /** @throws SiteException as every call to a site */
        Ticket take(Duration wait);
    }

    /** The right to open one channel. */
    interface Ticket extends AutoCloseable {
        ClientSession session();

        @Override
        void close();
    }
}
