package org.diamondhpc.site.ssh;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.apache.sshd.client.session.ClientSession;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.session.SiteException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The kept connections of one account, and who may use them. First come, first served: a fair semaphore counts the
 * channels of the whole budget, the lock decides which connection a channel goes to. A connection is opened only when
 * those that are open, or being opened, have no room for the callers that wait.
 */
final class ConnectionPool implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ConnectionPool.class);

    private final int maxConnections;
    private final int maxChannels;
    private final SshSettings settings;
    private final Supplier<ClientSession> dial;
    private final ConnectGate gate;
    private final Semaphore permits;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final List<Connection> connections = new ArrayList<>();
    private final AtomicInteger wanting = new AtomicInteger();
    private int dialing;
    private int waiting;
    private long failures;
    private SiteException lastFailure;
    private boolean closed;
    private volatile Runnable reclaim = () -> { };

    ConnectionPool(int maxConnections, int maxChannels, SshSettings settings, ConnectGate gate,
            Supplier<ClientSession> dial) {
        this.maxConnections = maxConnections;
        this.maxChannels = maxChannels;
        this.settings = settings;
        this.gate = gate;
        this.dial = dial;
        this.permits = new Semaphore(maxConnections * maxChannels, true);
    }

    /** What to do when a caller would wait: give idle channels back. */
    void onShortage(Runnable action) {
        this.reclaim = action;
    }

    /** Whether a caller waits, or is about to: it has looked for idle channels, or will. */
    boolean shortage() {
        return wanting.get() > 0;
    }

    /**
     * The right to one channel.
     *
     * @throws SiteException SITE_BUSY when the wait was too long, or why connecting failed
     */
    Lease acquire(Duration wait) {
        long deadline = System.nanoTime() + wait.toNanos();
        takePermit(deadline);
        boolean taken = false;
        try {
            while (true) {
                Connection connection = reserve(deadline);
                if (connection.alive(settings.idleCheck())) {
                    taken = true;
                    return new Lease(connection);
                }
                giveBack(connection);
            }
        } finally {
            if (!taken) {
                permits.release();
            }
        }
    }

    /** An open session for a tunnel, which takes no channel of the budget. */
    ClientSession carrier() {
        Lease lease = acquire(settings.channelWait());
        try (lease) {
            return lease.session();
        }
    }

    /** Adds a connection that somebody opened by hand. */
    void adopt(ClientSession session) {
        lock.lock();
        try {
            connections.add(new Connection(session, maxChannels));
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        watch(session);
    }

    int openConnections() {
        lock.lock();
        try {
            return (int) connections.stream().filter(Connection::open).count();
        } finally {
            lock.unlock();
        }
    }

    int channelsInUse() {
        return maxConnections * maxChannels - permits.availablePermits();
    }

    private void takePermit(long deadline) {
        try {
            if (permits.tryAcquire(0, TimeUnit.NANOSECONDS)) {
                return;
            }
            wanting.incrementAndGet();
            try {
                reclaim.run();
                if (!permits.tryAcquire(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                    throw busy();
                }
            } finally {
                wanting.decrementAndGet();
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private Connection reserve(long deadline) {
        lock.lock();
        try {
            long seenFailures = failures;
            while (true) {
                if (closed) {
                    throw SiteException.of(Reason.SITE_UNREACHABLE, "the session was closed");
                }
                connections.removeIf(c -> !c.open());
                Optional<Connection> free = connections.stream().filter(c -> c.room() > 0).findFirst();
                if (free.isPresent()) {
                    free.get().take();
                    return free.get();
                }
                if (failures != seenFailures && connections.isEmpty()) {
                    throw SiteException.again(lastFailure.problem(), lastFailure);
                }
                if (mayDial()) {
                    Optional<Connection> opened = openOne();
                    if (opened.isPresent()) {
                        return opened.get();
                    }
                    seenFailures = failures;
                } else {
                    await(deadline);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean mayDial() {
        boolean enoughComing = dialing > 0 && waiting < dialing * maxChannels - 1;
        return !enoughComing && connections.size() + dialing < maxConnections
                && (connections.isEmpty() || !gate.refuses());
    }

    private void await(long deadline) {
        waiting++;
        try {
            if (changed.awaitNanos(deadline - System.nanoTime()) <= 0) {
                throw busy();
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        } finally {
            waiting--;
        }
    }

    /** Opens a connection with the lock let go meanwhile; empty where that failed but others are open. */
    private Optional<Connection> openOne() {
        dialing++;
        boolean first = connections.isEmpty() && dialing == 1;
        lock.unlock();
        ClientSession session = null;
        SiteException failure = null;
        try {
            if (!first) {
                Thread.sleep(ThreadLocalRandom.current().nextLong(settings.openingJitter().toMillis() + 1));
            }
            session = gate.pass(dial);
        } catch (SiteException e) {
            failure = e;
        } catch (InterruptedException e) {
            failure = interrupted(e);
        } finally {
            lock.lock();
            dialing--;
            changed.signalAll();
        }
        if (failure != null) {
            failures++;
            lastFailure = failure;
            if (connections.stream().noneMatch(Connection::open)) {
                throw failure;
            }
            LOG.debug("A further connection could not be opened, reason={}", failure.reason());
            return Optional.empty();
        }
        Connection connection = new Connection(session, maxChannels);
        connection.take();
        connections.add(connection);
        watch(session);
        return Optional.of(connection);
    }

    /** Wakes waiting callers when a connection ends, so that they open another. */
    private void watch(ClientSession session) {
        session.addCloseFutureListener(future -> {
            lock.lock();
            try {
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        });
    }

    private void giveBack(Connection connection) {
        lock.lock();
        try {
            connection.giveBack();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private SiteException busy() {
        return SiteException.of(Reason.SITE_BUSY,
                "all %d channels on %d connections are in use".formatted(maxConnections * maxChannels, maxConnections));
    }

    private static SiteException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return SiteException.of(Reason.SITE_BUSY, "interrupted while waiting for a channel", e);
    }

    void dropAll() {
        List<Connection> dropped;
        lock.lock();
        try {
            dropped = List.copyOf(connections);
        } finally {
            lock.unlock();
        }
        dropped.forEach(c -> c.session().close(true));
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        dropAll();
    }

    /** The right to one channel on one connection. */
    final class Lease implements SharedLogins.Ticket {
        private final Connection connection;
        private boolean returned;

        private Lease(Connection connection) {
            this.connection = connection;
        }

        @Override
        public ClientSession session() {
            return connection.session();
        }

        boolean alive() {
            return connection.alive(settings.idleCheck());
        }

        /** The site refused a further channel; true where waiting for another to end can help. */
        boolean refusedByLimit() {
            lock.lock();
            try {
                boolean others = connection.used() > 1;
                if (others) {
                    connection.learnCap();
                }
                return others;
            } finally {
                lock.unlock();
            }
        }

        @Override
        public synchronized void close() {
            if (!returned) {
                returned = true;
                giveBack(connection);
                permits.release();
            }
        }
    }
}
