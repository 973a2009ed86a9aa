package org.diamondhpc.site.profile;

import java.time.Duration;
import java.util.Optional;

/**
 * Whose login a tenant uses.
 *
 * @param tenant the tenant's id, or {@link #EVERYBODY}
 * @param project the scheduler account charged where a task names none
 * @param connectTimeout for TCP, key exchange and login together
 */
public record Account(String tenant, String user, Auth auth, Optional<String> project, Duration connectTimeout) {
    public static final String EVERYBODY = "*";
    public static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(15);
}
