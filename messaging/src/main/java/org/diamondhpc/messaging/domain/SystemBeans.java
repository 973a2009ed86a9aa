package org.diamondhpc.messaging.domain;

import io.quarkus.arc.DefaultBean;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.security.SecureRandom;
import java.time.Clock;
import org.diamondhpc.schemas.id.IdSource;

/** The outside world a service injects instead of asking for it; a test replaces these beans. */
class SystemBeans {
    @Produces
    @Singleton
    @DefaultBean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Produces
    @Singleton
    @DefaultBean
    IdSource ids(Clock clock) {
        return IdSource.timeOrdered(clock, new SecureRandom());
    }
}
