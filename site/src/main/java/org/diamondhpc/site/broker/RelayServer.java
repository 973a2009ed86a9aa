package org.diamondhpc.site.broker;

import java.io.IOException;
import java.security.KeyPair;
import java.security.PublicKey;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.common.session.helpers.AbstractSession;
import org.apache.sshd.core.CoreModuleProperties;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.auth.pubkey.UserAuthPublicKeyFactory;
import org.apache.sshd.server.channel.ChannelSession;
import org.apache.sshd.server.command.Command;
import org.apache.sshd.server.forward.RejectAllForwardingFilter;
import org.apache.sshd.server.subsystem.SubsystemFactory;
import org.diamondhpc.site.ssh.SharedLogins.Channels;

/** An SSH server on loopback for one client key, whose user names are accounts; it runs nothing itself. */
final class RelayServer implements AutoCloseable {
    private static final String SFTP = "sftp";

    private final SshServer server;
    private final PublicKey hostKey;
    private final Function<String, Optional<Channels>> offered;

    RelayServer(KeyPair hostKey, PublicKey client, Function<String, Optional<Channels>> offered) throws IOException {
        this.hostKey = hostKey.getPublic();
        this.offered = offered;
        server = SshServer.setUpDefaultServer();
        server.setHost("127.0.0.1");
        server.setKeyPairProvider(KeyPairProvider.wrap(hostKey));
        server.setUserAuthFactories(List.of(UserAuthPublicKeyFactory.INSTANCE));
        server.setPublickeyAuthenticator((user, key, session) ->
                KeyUtils.compareKeys(key, client) && user.contains("/") && offered.apply(user).isPresent());
        server.setForwardingFilter(RejectAllForwardingFilter.INSTANCE);
        server.setCommandFactory((channel, command) ->
                relay(channel, session -> session.createExecChannel(command)));
        server.setSubsystemFactories(List.of(new SubsystemFactory() {
            @Override
            public String getName() {
                return SFTP;
            }

            @Override
            public Command createSubsystem(ChannelSession channel) throws IOException {
                return relay(channel, session -> session.createSubsystemChannel(SFTP));
            }
        }));
        CoreModuleProperties.TCP_NODELAY.set(server, true);
        CoreModuleProperties.IDLE_TIMEOUT.set(server, Duration.ZERO);
        server.start();
    }

    private Command relay(ChannelSession channel, RelayCommand.Opening opening) throws IOException {
        String user = channel.getServerSession().getUsername();
        Channels upstream = offered.apply(user).orElseThrow(() -> new IOException("the login has ended"));
        return new RelayCommand(upstream, opening);
    }

    int port() {
        return server.getPort();
    }

    PublicKey hostKey() {
        return hostKey;
    }

    /** Ends the connections of those who used a login. */
    void disconnect(String user) {
        for (AbstractSession session : server.getActiveSessions()) {
            if (user.equals(session.getUsername())) {
                session.close(true);
            }
        }
    }

    @Override
    public void close() {
        server.close(true);
    }
}
