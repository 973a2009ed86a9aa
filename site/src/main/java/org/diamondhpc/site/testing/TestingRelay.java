package org.diamondhpc.site.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A TCP relay on loopback that can cut, refuse, swallow and delay: a network in trouble in front of any server. */
public final class TestingRelay implements AutoCloseable {
    private final ServerSocket listener;
    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger accepted = new AtomicInteger();
    private volatile boolean refusing;
    private volatile boolean stalled;
    private volatile long delayMillis;

    private TestingRelay(ServerSocket listener, int target) {
        this.listener = listener;
        this.target = target;
    }

    /** @param target a port on loopback */
    public static TestingRelay start(int target) {
        try {
            ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            TestingRelay relay = new TestingRelay(listener, target);
            Thread.ofVirtual().name("relay-accept").start(relay::accept);
            return relay;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** Connections let in so far. */
    public int accepted() {
        return accepted.get();
    }

    /** Ends all connections at once. */
    public void cut() {
        sockets.forEach(TestingRelay::close);
        sockets.clear();
    }

    /** Ends new connections before a byte is said. */
    public void refuse(boolean on) {
        refusing = on;
    }

    /** Passes nothing on and ends nothing: a line gone dead. */
    public void stall(boolean on) {
        stalled = on;
    }

    /** Holds each piece back, each way. */
    public void delay(long millis) {
        delayMillis = millis;
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket near = listener.accept();
                if (refusing) {
                    near.close();
                    continue;
                }
                accepted.incrementAndGet();
                Socket far = new Socket();
                far.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target));
                relay(near, far);
                relay(far, near);
            } catch (IOException e) {
                if (!listener.isClosed()) {
                    cut();
                }
            }
        }
    }

    private void relay(Socket from, Socket to) throws IOException {
        from.setTcpNoDelay(true);
        sockets.add(from);
        Thread.ofPlatform().daemon().name("relay").start(() -> {
            try (from; to) {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                byte[] chunk = new byte[64 << 10];
                for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                    hold(from);
                    out.write(chunk, 0, n);
                }
            } catch (IOException | InterruptedException e) {
                close(to);
            } finally {
                sockets.remove(from);
            }
        });
    }

    private void hold(Socket from) throws InterruptedException {
        if (delayMillis > 0) {
            Thread.sleep(delayMillis);
        }
        while (stalled && !from.isClosed()) {
            Thread.sleep(5);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        stalled = false;
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            cut();
        }
    }
}
