package org.diamondhpc.globus.simulator.model;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * One collection. A copy with something else comes from the methods named for it.
 *
 * @param owner the client that owns it; empty stands for the simulator's first client
 * @param connected whether it can be reached; means something for Globus Connect Personal
 * @param accounts local users of each client; empty where the place knows none
 * @param people clients that may use it; empty stands for all
 * @param writable whether those who may use it may write
 * @param session policies that a session has to satisfy before the collection is used; empty for none
 */
public record CollectionSpec(String id, String displayName, EntityType entityType, Place place, boolean highAssurance,
        Optional<String> owner, boolean connected, Map<String, List<LocalUser>> accounts, Set<String> people,
        boolean writable, List<String> session) {
    public CollectionSpec {
        accounts = Map.copyOf(accounts);
        people = Set.copyOf(people);
        session = List.copyOf(session);
    }

    public static CollectionSpec mapped(String displayName, Path root) {
        return of(EntityType.GCS_MAPPED, displayName, new Place.Here(root));
    }

    public static CollectionSpec guest(String displayName, Path root) {
        return of(EntityType.GCS_GUEST, displayName, new Place.Here(root));
    }

    public static CollectionSpec personal(String displayName, Path root) {
        return of(EntityType.GCP_MAPPED, displayName, new Place.Here(root));
    }

    public static CollectionSpec of(EntityType type, String displayName, Place place) {
        return new CollectionSpec(UUID.randomUUID().toString(), displayName, type, place, false, Optional.empty(), true,
                Map.of(), Set.of(), true, List.of());
    }

    public CollectionSpec withId(String other) {
        return new CollectionSpec(other, displayName, entityType, place, highAssurance, owner, connected, accounts,
                people, writable, session);
    }

    public CollectionSpec highlyAssured() {
        return new CollectionSpec(id, displayName, entityType, place, true, owner, connected, accounts, people,
                writable, session);
    }

    public CollectionSpec ownedBy(String client) {
        return new CollectionSpec(id, displayName, entityType, place, highAssurance, Optional.of(client), connected,
                accounts, people, writable, session);
    }

    public CollectionSpec connected(boolean now) {
        return new CollectionSpec(id, displayName, entityType, place, highAssurance, owner, now, accounts, people,
                writable, session);
    }

    public CollectionSpec withAccounts(Map<String, List<LocalUser>> others) {
        return new CollectionSpec(id, displayName, entityType, place, highAssurance, owner, connected, others, people,
                writable, session);
    }

    public CollectionSpec onlyFor(Set<String> clients) {
        return new CollectionSpec(id, displayName, entityType, place, highAssurance, owner, connected, accounts,
                clients, writable, session);
    }

    public CollectionSpec readOnly() {
        return new CollectionSpec(id, displayName, entityType, place, highAssurance, owner, connected, accounts, people,
                false, session);
    }

    public CollectionSpec needingSession(List<String> policies) {
        return new CollectionSpec(id, displayName, entityType, place, highAssurance, owner, connected, accounts, people,
                writable, policies);
    }

    /** Whether a token for it needs the dependent scope {@code data_access}. */
    public boolean needsDataAccess() {
        return entityType == EntityType.GCS_MAPPED && !highAssurance;
    }
}
