package org.diamondhpc.globus.simulator;

import io.vertx.ext.web.Router;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import org.diamondhpc.globus.simulator.auth.AuthApi;
import org.diamondhpc.globus.simulator.auth.Caller;
import org.diamondhpc.globus.simulator.auth.Clients;
import org.diamondhpc.globus.simulator.auth.Consents;
import org.diamondhpc.globus.simulator.auth.Tokens;
import org.diamondhpc.globus.simulator.auth.TransferDoor;
import org.diamondhpc.globus.simulator.endpoint.EndpointApi;
import org.diamondhpc.globus.simulator.endpoint.EndpointDocuments;
import org.diamondhpc.globus.simulator.endpoint.FileApi;
import org.diamondhpc.globus.simulator.endpoint.Registry;
import org.diamondhpc.globus.simulator.http.Door;
import org.diamondhpc.globus.simulator.http.Meter;
import org.diamondhpc.globus.simulator.http.RequestCounts;
import org.diamondhpc.globus.simulator.http.ServiceTrouble;
import org.diamondhpc.globus.simulator.http.WebServer;
import org.diamondhpc.globus.simulator.model.ClientCredentials;
import org.diamondhpc.globus.simulator.model.CollectionSpec;
import org.diamondhpc.globus.simulator.move.TaskTrouble;
import org.diamondhpc.globus.simulator.move.Worker;
import org.diamondhpc.globus.simulator.task.Order;
import org.diamondhpc.globus.simulator.task.SubmitApi;
import org.diamondhpc.globus.simulator.task.TaskApi;
import org.diamondhpc.globus.simulator.task.TaskBoard;

/** A running simulator. */
public final class GlobusSimulator implements AutoCloseable {
    private final ServiceTrouble serviceTrouble = new ServiceTrouble();
    private final TaskTrouble taskTrouble = new TaskTrouble();
    private final RequestCounts counts = new RequestCounts();
    private final Consents consents = new Consents();
    private final Clock clock = Clock.systemUTC();
    private final Tokens tokens;
    private final Clients clients;
    private final Registry registry;
    private final TaskBoard board;
    private final Faults faults;
    private final Optional<Memory> memory;
    private final WebServer server;

    private GlobusSimulator(SimulatorConfig config, Function<GlobusSimulator, Consumer<Door>> more) {
        tokens = new Tokens(config.limits(), clock);
        clients = new Clients(config.clients(), tokens);
        registry = new Registry(consents, config.clients().getFirst().id());
        board = new TaskBoard(config.limits(), clock, new Worker(registry, taskTrouble, config.limits(), clock));
        faults = new Faults(serviceTrouble, taskTrouble, registry, board, tokens, consents, clients);
        config.collections().forEach(registry::put);
        memory = config.memory().map(file -> new Memory(file, board, tokens, consents));
        try {
            server = WebServer.start(config.port(), router -> routes(router, config, more));
        } catch (RuntimeException e) {
            stop();
            throw e;
        }
    }

    /** @throws IllegalStateException where the port is taken */
    public static GlobusSimulator start(SimulatorConfig config) {
        return start(config, simulator -> door -> { });
    }

    /** @param more calls of its owner's, beside Globus's */
    public static GlobusSimulator start(SimulatorConfig config, Function<GlobusSimulator, Consumer<Door>> more) {
        return new GlobusSimulator(config, more);
    }

    private void routes(Router router, SimulatorConfig config, Function<GlobusSimulator, Consumer<Door>> more) {
        Door door = new Door(router, serviceTrouble, counts);
        new AuthApi(clients, tokens, consents, clock).open(door);
        TransferDoor transfer = new TransferDoor(door, clients, new Meter(config.limits(), clock));
        new SubmitApi(board, this::permit, config.limits(), clock).open(transfer);
        new TaskApi(board, registry::displayName, clock).open(transfer);
        new EndpointApi(registry, new EndpointDocuments(registry, clients)).open(transfer);
        new FileApi(registry, board, config.limits().listing()).open(transfer);
        more.apply(this).accept(door);
    }

    private void permit(Caller caller, Order order) {
        switch (order) {
            case Order.Transfer t -> {
                registry.usable(caller, t.document().sourceEndpoint(), false);
                registry.usable(caller, t.document().destinationEndpoint(), true);
            }
            case Order.Delete d -> registry.usable(caller, d.document().endpoint(), true);
        }
    }

    /** What {@code GLOBUS_SDK_SERVICE_URL_TRANSFER} wants; {@code v0.10/} follows. */
    public URI transferUrl() {
        return server.url();
    }

    /** What {@code GLOBUS_SDK_SERVICE_URL_AUTH} wants; {@code v2/} follows. */
    public URI authUrl() {
        return server.url();
    }

    /** The first client. */
    public ClientCredentials client() {
        return clients.first();
    }

    /** A refresh token of the first client, as a person gets one by logging in. */
    public String refreshToken() {
        return tokens.refreshToken(client().id());
    }

    /** Adds a collection, or replaces the one with its id. */
    public CollectionSpec collection(CollectionSpec collection) {
        registry.put(collection);
        return collection;
    }

    public List<CollectionSpec> collections() {
        return registry.all();
    }

    /** How many tasks there are in each state. */
    public Map<String, Integer> tasksByStatus() {
        Map<String, Integer> numbers = new TreeMap<>();
        board.all().forEach(t -> numbers.merge(t.status().name(), 1, Integer::sum));
        return numbers;
    }

    public Faults faults() {
        return faults;
    }

    public RequestCounts requests() {
        return counts;
    }

    /** Stops tasks where they are; files that were on their way stay half. */
    @Override
    public void close() {
        server.close();
        stop();
    }

    private void stop() {
        board.close();
        memory.ifPresent(Memory::close);
    }
}
