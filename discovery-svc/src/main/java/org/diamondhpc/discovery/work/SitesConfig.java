package org.diamondhpc.discovery.work;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;

/** Where sites are written down. */
@ConfigMapping(prefix = "diamond.sites")
interface SitesConfig {
    /** The folder of profiles, read by the library of sites. */
    Path dir();

    /** How often it is looked whether sites came, changed or went. */
    @WithDefault("2s")
    Duration poll();

    /** How often a site is asked for its modules, container runtimes and libraries. */
    @WithDefault("6h")
    Duration inventory();

    /** How often a site is asked for free space and quotas. */
    @WithDefault("10m")
    Duration storage();
}
