package org.diamondhpc.site.profile;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** How an account logs in. Holds where secrets are, never the secrets. */
public sealed interface Auth {
    /** Files whose change makes a refused login worth another try. */
    List<Path> files();

    /** @param passphraseEnv the environment variable that holds the key's passphrase */
    record Key(Path keyFile, Optional<String> passphraseEnv) implements Auth {
        @Override
        public List<Path> files() {
            return List.of(keyFile);
        }
    }

    /** An OpenSSH certificate, often short-lived: read anew for every connection. */
    record Certificate(Path keyFile, Path certificateFile, Optional<String> passphraseEnv) implements Auth {
        @Override
        public List<Path> files() {
            return List.of(keyFile, certificateFile);
        }
    }

    /** @param socket the agent's; empty takes {@code SSH_AUTH_SOCK} */
    record Agent(Optional<Path> socket) implements Auth {
        @Override
        public List<Path> files() {
            return socket.map(List::of).orElse(List.of());
        }
    }

    /**
     * A human answers questions, once for each connection: {@code diamond login SITE}.
     *
     * @param key for sites that want a key as well as a code
     */
    record KeyboardInteractive(Optional<Key> key) implements Auth {
        @Override
        public List<Path> files() {
            return key.map(Key::files).orElse(List.of());
        }
    }
}
