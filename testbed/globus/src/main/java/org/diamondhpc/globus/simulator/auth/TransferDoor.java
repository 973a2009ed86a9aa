package org.diamondhpc.globus.simulator.auth;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import org.diamondhpc.globus.simulator.http.Door;
import org.diamondhpc.globus.simulator.http.Meter;
import org.diamondhpc.globus.simulator.http.Request;

/** The way to Transfer's calls: with a token, and not too often. */
public final class TransferDoor {
    private static final String PREFIX = "/v0.10/";

    private final Door door;
    private final Clients clients;
    private final Meter meter;

    public TransferDoor(Door door, Clients clients, Meter meter) {
        this.door = door;
        this.clients = clients;
        this.meter = meter;
    }

    /** What is done for somebody known. */
    @FunctionalInterface
    public interface Serving {
        ObjectNode serve(Caller caller, Request request) throws IOException;
    }

    /** @param path after {@code /v0.10/} */
    public void open(String method, String path, Serving serving) {
        door.open(method, PREFIX + path, request -> {
            Caller caller = clients.caller(request);
            meter.pass(caller.id());
            return serving.serve(caller, request);
        });
    }
}
