package org.diamondhpc.site.survey;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.schemas.site.NewSite.Access;

/**
 * What the user Diamond runs as can log in with.
 *
 * @param folder its {@code .ssh}
 * @param agent the socket of its agent; null: none
 */
public record Keyring(Path folder, String agent) {
    /** In OpenSSH's order. */
    private static final List<String> USUAL = List.of("id_ed25519", "id_ecdsa", "id_rsa");

    public static Keyring ofUser() {
        return new Keyring(Path.of(System.getProperty("user.home"), ".ssh"), System.getenv("SSH_AUTH_SOCK"));
    }

    /** The agent first, then the usual keys that are there; where there is nothing, the first usual key. */
    List<Access> ways() {
        List<Access> all = new ArrayList<>();
        if (agent != null && !agent.isBlank()) {
            all.add(new Access(Access.Kind.AGENT, null, null, null));
        }
        USUAL.stream().map(folder::resolve).filter(Files::isReadable)
                .forEach(key -> all.add(new Access(Access.Kind.KEY, key.toString(), null, null)));
        return all.isEmpty() ? List.of(new Access(Access.Kind.KEY, folder.resolve(USUAL.getFirst()).toString(), null,
                null)) : all;
    }
}
