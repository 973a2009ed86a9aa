package org.diamondhpc.gateway;

import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;

/** Gives the gateway's gRPC server a port that is free, so that two test runs do not meet. */
public class GrpcPort implements QuarkusTestResourceLifecycleManager {
    @Override
    public Map<String, String> start() {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return Map.of("quarkus.grpc.server.test-port", Integer.toString(free.getLocalPort()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void stop() {
        // The port is the gateway's.
    }
}
