package org.diamondhpc.globus.simulator.endpoint;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.diamondhpc.globus.simulator.auth.Caller;
import org.diamondhpc.globus.simulator.auth.Consents;
import org.diamondhpc.globus.simulator.http.Refusal;
import org.diamondhpc.globus.simulator.model.CollectionSpec;
import org.diamondhpc.globus.simulator.storage.CollectionFiles;
import org.diamondhpc.globus.simulator.storage.Storages;

/** The collections there are, and the way into them. */
public final class Registry {
    private final Map<String, CollectionSpec> collections = new LinkedHashMap<>();
    private final Consents consents;
    private final String firstClient;

    public Registry(Consents consents, String firstClient) {
        this.consents = consents;
        this.firstClient = firstClient;
    }

    public synchronized void put(CollectionSpec collection) {
        collections.put(collection.id(), collection);
    }

    public synchronized Optional<CollectionSpec> find(String id) {
        return Optional.ofNullable(collections.get(id));
    }

    public synchronized List<CollectionSpec> all() {
        return List.copyOf(collections.values());
    }

    public String owner(CollectionSpec collection) {
        return collection.owner().orElse(firstClient);
    }

    /** @throws Refusal 404 */
    public CollectionSpec existing(String id) {
        return find(id).orElseThrow(() -> Refusal.of(404, "EndpointNotFound", "No such endpoint '" + id + "'"));
    }

    /** What a collection is called; null where it is gone. */
    public String displayName(String id) {
        return find(id).map(CollectionSpec::displayName).orElse(null);
    }

    /**
     * A collection that the caller may use now.
     *
     * @throws Refusal 404 where there is none, 403 where consent, session, role or right is missing
     */
    public CollectionSpec usable(Caller caller, String id, boolean writing) {
        CollectionSpec collection = existing(id);
        boolean owned = owner(collection).equals(caller.id());
        if (!owned && !collection.people().isEmpty() && !collection.people().contains(caller.id())) {
            throw Refusal.of(403, "EndpointPermissionDenied", "You do not have permission to use this collection");
        }
        consents.require(caller.id(), collection);
        if (writing && !collection.writable()) {
            throw Refusal.of(403, "PermissionDenied", "You do not have write permission on this collection");
        }
        return collection;
    }

    /** Its files. At a guest collection everybody is its owner's local user. */
    public CollectionFiles files(Caller caller, CollectionSpec collection, Optional<String> localUser) {
        return Storages.open(collection, collection.entityType().guest() ? owner(collection) : caller.id(), localUser);
    }
}
