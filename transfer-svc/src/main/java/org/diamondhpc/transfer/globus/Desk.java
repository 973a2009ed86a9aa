package org.diamondhpc.transfer.globus;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.diamondhpc.transfer.globus.api.EndpointDocument;
import org.diamondhpc.transfer.globus.api.GlobusApi;
import org.diamondhpc.transfer.globus.auth.HumanHelp;
import org.diamondhpc.transfer.globus.auth.Scopes;
import org.diamondhpc.transfer.globus.auth.TokenSource;
import org.diamondhpc.transfer.globus.domain.Breaker;
import org.diamondhpc.transfer.globus.domain.Way;

/** All there is of one identity: its calls, its token, what it knows of collections, and which of them rest. */
final class Desk {
    private final String identity;
    private final GlobusApi api;
    private final GlobusApi quick;
    private final TokenSource tokens;
    private final HumanHelp help;
    private final Clock clock;
    private final Map<String, EndpointDocument> endpoints = new ConcurrentHashMap<>();
    private final Map<Way, Breaker> breakers = new ConcurrentHashMap<>();

    /** @param quick for what somebody waits for */
    Desk(String identity, GlobusApi api, GlobusApi quick, TokenSource tokens, HumanHelp help, Clock clock) {
        this.identity = identity;
        this.api = api;
        this.quick = quick;
        this.tokens = tokens;
        this.help = help;
        this.clock = clock;
    }

    String identity() {
        return identity;
    }

    GlobusApi api() {
        return api;
    }

    GlobusApi quick() {
        return quick;
    }

    TokenSource tokens() {
        return tokens;
    }

    HumanHelp help() {
        return help;
    }

    /** Which of both ends want a consent of their own. */
    Set<String> dataAccess(Way way) {
        Set<String> needed = new TreeSet<>();
        for (String collection : new TreeSet<>(List.of(way.from(), way.to()))) {
            if (Scopes.needsDataAccess(endpoints.computeIfAbsent(collection, api::endpoint))) {
                needed.add(collection);
            }
        }
        return needed;
    }

    /** A collection may have been made anew in another manner. */
    void forget(Way way) {
        endpoints.remove(way.from());
        endpoints.remove(way.to());
    }

    /** When the ends may be asked again; null where now. */
    Instant restsUntil(Way way) {
        Breaker breaker = breakers.get(way);
        return breaker == null || breaker.allows(clock.instant()) ? null : breaker.openUntil();
    }

    /** @return when the ends may be asked again */
    Instant failed(Way way) {
        return breakers.merge(way, Breaker.closed().failed(clock.instant()),
                (before, first) -> before.failed(clock.instant())).openUntil();
    }

    void answered(Way way) {
        breakers.remove(way);
    }
}
