package org.diamondhpc.messaging.ask;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.Optional;
import java.util.Set;

/** Settings of questions and answers. */
@ConfigMapping(prefix = "diamond.replies")
public interface RepliesConfig {
    /** Reply topics to listen to from the start; others are listened to from the first question on. */
    Optional<Set<String>> listen();

    /** Questions of one subject answered at once. */
    @WithDefault("4")
    int perLane();

    /** Questions of one subject that may wait; more are answered with {@code SITE_BUSY}. */
    @WithDefault("64")
    int waiting();
}
