package org.diamondhpc.discovery.work;

import jakarta.enterprise.context.ApplicationScoped;
import org.diamondhpc.discovery.board.Board;
import org.diamondhpc.discovery.board.SiteDirectory;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.HealthCheckResponseBuilder;
import org.eclipse.microprofile.health.Readiness;

/** Names each site's health and each profile that cannot be read. The service itself is up all the same. */
@Readiness
@ApplicationScoped
class SiteHealthCheck implements HealthCheck {
    private final Board board;
    private final SiteDirectory directory;

    SiteHealthCheck(Board board, SiteDirectory directory) {
        this.board = board;
        this.directory = directory;
    }

    @Override
    public HealthCheckResponse call() {
        HealthCheckResponseBuilder response = HealthCheckResponse.named("sites").up();
        board.snapshots().forEach(s -> response.withData(s.site().value(), s.health().state()
                + (s.health().problem() == null ? "" : " " + s.health().problem().reason())));
        directory.errors().forEach(e -> response.withData("profile " + e.pointer(), e.message()));
        return response.build();
    }
}
