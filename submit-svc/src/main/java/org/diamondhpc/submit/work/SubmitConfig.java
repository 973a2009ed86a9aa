package org.diamondhpc.submit.work;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.diamondhpc.submit.domain.SubmissionRules;

/** {@code diamond.submit.*}. */
@ConfigMapping(prefix = "diamond.submit")
interface SubmitConfig {
    /** How long a place that cannot take a job now is tried before discovery is asked for another. */
    @WithDefault("PT10M")
    Duration patience();

    /** How long after a doubt began the scheduler may be asked again, if healthy looks find nothing. */
    @WithDefault("PT12S")
    Duration settle();

    /** Turns configuration into the domain's own rules. */
    class Beans {
        @Produces
        @Singleton
        SubmissionRules rules(SubmitConfig config) {
            return new SubmissionRules(config.patience(), config.settle());
        }
    }
}
