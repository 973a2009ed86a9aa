package org.diamondhpc.globus.simulator.move;

import java.io.IOException;
import java.util.Optional;
import org.diamondhpc.globus.simulator.auth.Caller;
import org.diamondhpc.globus.simulator.endpoint.Registry;
import org.diamondhpc.globus.simulator.http.Refusal;
import org.diamondhpc.globus.simulator.model.CollectionSpec;
import org.diamondhpc.globus.simulator.model.EventCode;
import org.diamondhpc.globus.simulator.storage.CollectionFiles;

/** One end of a task. What it is allowed and whether it can be reached is asked anew for every step. */
final class Side {
    private final Registry registry;
    private final Caller caller;
    private final String collection;
    private final Optional<String> localUser;
    private final boolean source;

    Side(Registry registry, Caller caller, String collection, String localUser, boolean source) {
        this.registry = registry;
        this.caller = caller;
        this.collection = collection;
        this.localUser = Optional.ofNullable(localUser);
        this.source = source;
    }

    String collection() {
        return collection;
    }

    /** What is done with an end's files. */
    @FunctionalInterface
    interface Use<T> {
        T with(CollectionFiles files) throws IOException;
    }

    /** @param doing in words, for the event's details */
    <T> T on(String doing, String path, Use<T> use) throws Trouble {
        try {
            return use.with(files());
        } catch (IOException e) {
            throw Trouble.of(e, doing, registry.displayName(collection) + ":" + path, source);
        }
    }

    CollectionFiles files() throws Trouble {
        CollectionSpec spec = registry.find(collection)
                .orElseThrow(() -> new Trouble(EventCode.ENDPOINT_ERROR, "The collection was deleted", source));
        if (!spec.connected()) {
            throw new Trouble(EventCode.GC_NOT_CONNECTED, "Globus Connect Personal is not connected\nEndpoint: "
                    + spec.displayName(), source);
        }
        try {
            CollectionFiles files = registry.files(caller, spec, localUser);
            if (!files.present()) {
                throw new Trouble(EventCode.CONNECT_FAILED, "Cannot connect\nEndpoint: " + spec.displayName(), source);
            }
            return files;
        } catch (Refusal e) {
            throw new Trouble(EventCode.AUTH, e.getMessage() + "\nEndpoint: " + spec.displayName(), source);
        }
    }
}
