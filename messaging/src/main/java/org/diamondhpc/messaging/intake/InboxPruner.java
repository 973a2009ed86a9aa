package org.diamondhpc.messaging.intake;

import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import org.diamondhpc.messaging.tx.DatabaseException;
import org.jboss.logging.Logger;

/** Forgets what the inbox need not remember any more. */
@Singleton
class InboxPruner {
    private static final Logger LOG = Logger.getLogger(InboxPruner.class);
    private final TableInbox inbox;
    private final InboxConfig config;
    private Thread loop;

    InboxPruner(TableInbox inbox, InboxConfig config) {
        this.inbox = inbox;
        this.config = config;
    }

    void start(@Observes StartupEvent event) {
        loop = Thread.ofVirtual().name("inbox-pruner").start(this::run);
    }

    void stop(@Observes ShutdownEvent event) {
        if (loop != null) {
            loop.interrupt();
        }
    }

    private void run() {
        try {
            while (true) {
                Thread.sleep(config.pruneEvery());
                prune();
            }
        } catch (InterruptedException e) {
            LOG.debug("asked to stop");
        }
    }

    private void prune() throws InterruptedException {
        try {
            while (inbox.prune(config.retention()) > 0) {
                Thread.sleep(100);
            }
        } catch (DatabaseException e) {
            LOG.warnf("The inbox is not pruned this time: %s", e.getMessage());
        }
    }
}
