package org.diamondhpc.site.ssh;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.apache.sshd.client.ClientBuilder;
import org.apache.sshd.client.SshClient;
import org.apache.sshd.client.auth.keyboard.UserAuthKeyboardInteractiveFactory;
import org.apache.sshd.client.auth.pubkey.UserAuthPublicKeyFactory;
import org.apache.sshd.client.config.hosts.HostConfigEntryResolver;
import org.apache.sshd.common.NamedFactory;
import org.apache.sshd.common.cipher.Cipher;
import org.apache.sshd.common.io.nio2.Nio2ServiceFactoryFactory;
import org.apache.sshd.common.keyprovider.KeyIdentityProvider;
import org.apache.sshd.common.util.threads.NoCloseExecutor;
import org.apache.sshd.core.CoreModuleProperties;
import org.apache.sshd.server.forward.AcceptAllForwardingFilter;

/** Threads that all connections of a process share, and the SSH client's fixed settings. */
final class SshRuntime implements AutoCloseable {
    private static final long WINDOW = 8L << 20;
    /** Several packets of 32 KiB a read. */
    private static final int READ = 128 << 10;

    private final ExecutorService io =
            Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name("ssh-io-", 0).factory());
    private final ScheduledExecutorService timer =
            Executors.newScheduledThreadPool(1, Thread.ofPlatform().daemon().name("ssh-timer-", 0).factory());
    private final SshSettings settings;

    SshRuntime(SshSettings settings) {
        this.settings = settings;
    }

    ScheduledExecutorService timer() {
        return timer;
    }

    /** A started client that offers no key of its own and reads nobody's {@code ~/.ssh}. */
    SshClient client(PinnedHostKeys pins) {
        SshClient client = ClientBuilder.builder().build(true);
        client.setIoServiceFactoryFactory(new Nio2ServiceFactoryFactory(() -> new NoCloseExecutor(io)));
        client.setScheduledExecutorService(timer, false);
        client.setHostConfigEntryResolver(HostConfigEntryResolver.EMPTY);
        client.setKeyIdentityProvider(KeyIdentityProvider.EMPTY_KEYS_PROVIDER);
        client.setServerKeyVerifier((session, remote, key) -> session.getConnectionContext()
                .getAttribute(PinnedHostKeys.CHECK).verifyServerKey(session, remote, key));
        client.setCipherFactories(fastestFirst(client.getCipherFactories()));
        client.setSignatureFactories(pins.prefer(client.getSignatureFactories()));
        client.setUserAuthFactories(LoginWays.noted(List.of(UserAuthPublicKeyFactory.INSTANCE,
                UserAuthKeyboardInteractiveFactory.INSTANCE)));
        client.setForwardingFilter(AcceptAllForwardingFilter.INSTANCE);
        CoreModuleProperties.TCP_NODELAY.set(client, true);
        CoreModuleProperties.IDLE_TIMEOUT.set(client, Duration.ZERO);
        CoreModuleProperties.NIO2_READ_TIMEOUT.set(client, Duration.ZERO);
        CoreModuleProperties.AUTH_TIMEOUT.set(client, Duration.ofMinutes(10));
        CoreModuleProperties.PASSWORD_PROMPTS.set(client, 1);
        CoreModuleProperties.WINDOW_SIZE.set(client, WINDOW);
        CoreModuleProperties.NIO2_READ_BUFFER_SIZE.set(client, READ);
        // New keys come after as many blocks as RFC 4344 advises for the cipher: 64 GiB for AES. A gigabyte would mean a
        // key exchange, computed in Java, for each large file.
        CoreModuleProperties.REKEY_BYTES_LIMIT.set(client, 0L);
        CoreModuleProperties.HEARTBEAT_REQUEST.set(client, "keepalive@openssh.com");
        CoreModuleProperties.HEARTBEAT_INTERVAL.set(client, settings.keepAlive());
        CoreModuleProperties.HEARTBEAT_NO_REPLY_MAX.set(client, settings.keepAliveMisses());
        client.start();
        return client;
    }

    /** AES-GCM, which processors help with, before ChaCha20, which is computed in Java: several times the bytes. */
    private static List<NamedFactory<Cipher>> fastestFirst(List<NamedFactory<Cipher>> ciphers) {
        return ciphers.stream().sorted(Comparator.comparing(c -> !c.getName().contains("-gcm@"))).toList();
    }

    @Override
    public void close() {
        timer.shutdownNow();
        io.shutdownNow();
    }
}
