package org.diamondhpc.site.ssh;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.apache.sshd.client.auth.UserAuth;
import org.apache.sshd.client.auth.UserAuthFactory;
import org.apache.sshd.client.session.ClientSession;
import org.apache.sshd.common.AttributeRepository.AttributeKey;
import org.apache.sshd.common.util.buffer.Buffer;

/**
 * Which ways to log in a host offered before it refused. The client makes a way's object only where the host names it,
 * and that is noted; ways that Diamond does not go are passed over.
 */
final class LoginWays {
    static final String PUBLIC_KEY = "publickey";
    static final String QUESTIONS = "keyboard-interactive";
    private static final List<String> NOT_GONE = List.of("password", "hostbased", "gssapi-with-mic");
    private static final AttributeKey<Set<String>> OFFERED = new AttributeKey<>();

    private LoginWays() {
    }

    /** These, and those not gone, each noted where a host offers it. */
    static List<UserAuthFactory> noted(List<UserAuthFactory> gone) {
        List<UserAuthFactory> all = new ArrayList<>();
        gone.forEach(way -> all.add(new Noted(way.getName(), way)));
        NOT_GONE.forEach(name -> all.add(new Noted(name, null)));
        return List.copyOf(all);
    }

    /** @param session null: there was none */
    static List<String> offered(ClientSession session) {
        Set<String> ways = session == null ? null : session.getAttribute(OFFERED);
        return ways == null ? List.of() : List.copyOf(ways);
    }

    private record Noted(String name, UserAuthFactory way) implements UserAuthFactory {
        @Override
        public String getName() {
            return name;
        }

        @Override
        public UserAuth createUserAuth(ClientSession session) throws IOException {
            session.computeAttributeIfAbsent(OFFERED, key -> new ConcurrentSkipListSet<>()).add(name);
            return way == null ? new PassedOver(session, name) : way.createUserAuth(session);
        }
    }

    private record PassedOver(ClientSession session, String name) implements UserAuth {
        @Override
        public ClientSession getClientSession() {
            return session;
        }

        @Override
        public ClientSession getSession() {
            return session;
        }

        @Override
        public String getName() {
            return name;
        }

        @Override
        public void init(ClientSession asked, String service) {
            // nothing to prepare
        }

        @Override
        public boolean process(Buffer buffer) {
            return false;
        }

        @Override
        public void signalAuthMethodSuccess(ClientSession asked, String service, Buffer buffer) {
            throw new IllegalStateException(name + " was never tried");
        }

        @Override
        public void signalAuthMethodFailure(ClientSession asked, String service, boolean partial,
                List<String> serverMethods, Buffer buffer) {
            // it was not tried, so nothing failed
        }

        @Override
        public void destroy() {
            // holds nothing
        }
    }
}
