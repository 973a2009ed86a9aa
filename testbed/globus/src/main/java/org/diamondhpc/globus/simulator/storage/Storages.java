package org.diamondhpc.globus.simulator.storage;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.globus.simulator.http.Refusal;
import org.diamondhpc.globus.simulator.model.CollectionSpec;
import org.diamondhpc.globus.simulator.model.LocalUser;
import org.diamondhpc.globus.simulator.model.Place;

/** Finds out as whom an identity works at a collection. */
public final class Storages {
    private Storages() { }

    /**
     * @param client whose accounts count; for a guest collection its owner's
     * @param wanted the local user asked for, where several are possible
     * @throws Refusal 403 where the identity has no such account
     */
    public static CollectionFiles open(CollectionSpec collection, String client, Optional<String> wanted) {
        List<LocalUser> accounts = collection.accounts().getOrDefault(client, List.of());
        Optional<LocalUser> user = accounts.stream().filter(u -> wanted.isEmpty() || u.name().equals(wanted.get()))
                .findFirst();
        if (user.isEmpty() && wanted.isPresent()) {
            throw noAccount("Local user '" + wanted.get() + "' is not allowed for this identity");
        }
        return switch (collection.place()) {
            case Place.Here here -> new CollectionFiles(new LocalStorage(), here.root(), "/");
            case Place.Namespace site -> {
                LocalUser local = user.orElseThrow(() -> noAccount("No local account is mapped to this identity"));
                yield new CollectionFiles(new NamespaceStorage(site.pidFile(), local), site.root(),
                        home(site.root(), local));
            }
        };
    }

    /** A home outside the collection's root is not to be had: its root takes its place. */
    private static String home(Path root, LocalUser user) {
        Path home = Path.of(user.home());
        return home.startsWith(root) ? "/" + root.relativize(home) : "/";
    }

    private static Refusal noAccount(String message) {
        return Refusal.of(403, "EndpointPermissionDenied", message);
    }
}
