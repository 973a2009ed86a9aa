package org.diamondhpc.standalone.process;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;

/** One look at a process: does it do its work now? A look that fails by an exception is a "no". */
@FunctionalInterface
public interface Probe {
    /** How long one look may take, in milliseconds. */
    int PATIENCE = 2_000;

    boolean passes() throws Exception;

    /** Ready when the address answers 200 (a Quarkus service's {@code /q/health/ready}; 503 while a check is down). */
    static Probe http(int port, String path) {
        return () -> {
            HttpURLConnection connection =
                    (HttpURLConnection) URI.create("http://127.0.0.1:" + port + path).toURL().openConnection();
            connection.setConnectTimeout(PATIENCE);
            connection.setReadTimeout(PATIENCE);
            try {
                return connection.getResponseCode() == 200;
            } finally {
                connection.disconnect();
            }
        };
    }

    /** Whether somebody accepts connections on this port of the loopback address. */
    static boolean listens(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), PATIENCE);
            return true;
        } catch (IOException refused) {
            return false;
        }
    }
}
