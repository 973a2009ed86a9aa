package org.diamondhpc.discovery.board;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** Settings of placement. */
@ConfigMapping(prefix = "diamond.placing")
public interface PlacingConfig {
    /** After so many refusals a task is given up. */
    @WithDefault("10")
    int refusals();

    /** Whether transfer-svc has a Globus identity for every tenant, so that files between two collections go by it. */
    @WithDefault("false")
    boolean globus();

    /** Tenants that it has a Globus identity for, where it has none for every tenant. */
    Optional<Set<String>> globusTenants();

    /** How long decisions and what became of them are kept. */
    @WithDefault("90d")
    Duration keepDecisions();
}
