package org.diamondhpc.gateway;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What an operator may set of the gateway itself. */
@ConfigMapping(prefix = "diamond.gateway")
public interface GatewayConfig {
    /** How long a short site operation may take before the asker gets {@code SITE_TIMEOUT}. */
    @WithDefault("20s")
    Duration askTimeout();

    /** How long bringing a file from a site into the claim store may take. */
    @WithDefault("15m")
    Duration fetchTimeout();

    /** The longest long-poll; desktop clients cut at 60 s. */
    @WithDefault("50s")
    Duration maxWait();

    /** How long an answer is kept for its idempotency key. */
    @WithDefault("24h")
    Duration idempotencyRetention();

    /** How often a silent stream sends a comment, so that proxies keep it open. */
    @WithDefault("15s")
    Duration heartbeat();

    /** How often what other replicas did is looked for, where they could not say so themselves. */
    @WithDefault("1s")
    Duration recheck();

    /** The address clients know this instance by, where it is not the one their requests name. */
    Optional<String> publicUrl();

    /** Issuers whose tokens are taken, for clients that look for one; see {@code quarkus.oidc}. */
    Optional<List<String>> authorizationServers();

    /** When agents are woken without having asked. */
    Attention attention();

    /** How streams of tasks are looked into for those who wait for a line. */
    LogWatch logWatch();

    /** When waiting and running become alarming. */
    interface Attention {
        /** So many times the predicted wait is well past it. */
        @WithDefault("3")
        double stallFactor();

        /** A job that waits for less than this is never stalled. */
        @WithDefault("30m")
        Duration stallMinimum();

        /** This part of the time limit before its end is near. */
        @WithDefault("0.1")
        double limitShare();

        /** At least this long before the time limit is near, or half of it where that is shorter. */
        @WithDefault("5m")
        Duration limitMinimum();
    }

    /** The pause between two looks doubles while nothing new is there. */
    interface LogWatch {
        @WithDefault("5s")
        Duration shortest();

        @WithDefault("60s")
        Duration longest();
    }
}
