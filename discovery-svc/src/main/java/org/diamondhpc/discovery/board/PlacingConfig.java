package org.diamondhpc.discovery.board;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Settings of placement. */
@ConfigMapping(prefix = "diamond.placing")
public interface PlacingConfig {
    /** After so many refusals a task is given up. */
    @WithDefault("10")
    int refusals();

    /** How sites are chosen for requests that name no policy. */
    @WithDefault("fastest")
    String policy();

    /** Whether transfer-svc has an identity for Globus, so that files between two collections go by it. */
    @WithDefault("false")
    boolean globus();

    /** How long decisions and what became of them are kept. */
    @WithDefault("90d")
    Duration keepDecisions();

    /** How long what looks taught of sites' jobs is kept. */
    @WithDefault("30d")
    Duration keepLessons();
}
