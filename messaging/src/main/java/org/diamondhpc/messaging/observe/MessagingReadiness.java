package org.diamondhpc.messaging.observe;

import jakarta.enterprise.context.ApplicationScoped;
import org.diamondhpc.messaging.outbox.OutboxRelay;
import org.diamondhpc.messaging.tx.Database;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/**
 * Ready while the database answers. A broker that is away is reported but does not make the service unready: what it
 * accepts is kept in the outbox meanwhile.
 */
@Readiness
@ApplicationScoped
class MessagingReadiness implements HealthCheck {
    private final Database database;
    private final OutboxRelay relay;

    MessagingReadiness(Database database, OutboxRelay relay) {
        this.database = database;
        this.relay = relay;
    }

    @Override
    public HealthCheckResponse call() {
        boolean available = database.available();
        String trouble = relay.trouble();
        return HealthCheckResponse.named("messaging")
                .status(available)
                .withData("database", available ? "up" : "away")
                .withData("broker", trouble == null ? "up" : trouble)
                .withData("relay", relay.leading() ? "leading" : "standing by")
                .build();
    }
}
