package org.diamondhpc.messaging.claims;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;

/** Settings of the claim store. */
@ConfigMapping(prefix = "diamond.claims")
public interface ClaimsConfig {
    /** The folder all services share; made, for its owner only, where it is missing. */
    @WithDefault("${user.home}/.diamond/claims")
    Path dir();

    @WithDefault("4G")
    MemorySize maxSize();

    /** What all claims together may take. */
    @WithDefault("64G")
    MemorySize quota();
}
