package org.diamondhpc.submit.work;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.diamondhpc.submit.domain.SubmissionRules;
import org.diamondhpc.submit.domain.WithdrawalRules;

/** {@code diamond.submit.*}. */
@ConfigMapping(prefix = "diamond.submit")
interface SubmitConfig {
    /** How long a place that cannot take a job now is tried before discovery is asked for another. */
    @WithDefault("PT10M")
    Duration patience();

    /** How long after a doubt began the scheduler may be asked again, if healthy looks find nothing. */
    @WithDefault("PT12S")
    Duration settle();

    /** How long a site that gives no healthy answer is asked before a job that was to be withdrawn stays. */
    @WithDefault("PT2M")
    Duration withdrawPatience();

    /** Turns configuration into the domain's own rules. */
    class Beans {
        @Produces
        @Singleton
        SubmissionRules rules(SubmitConfig config) {
            return new SubmissionRules(config.patience(), config.settle());
        }

        @Produces
        @Singleton
        WithdrawalRules withdrawals(SubmitConfig config) {
            return new WithdrawalRules(config.withdrawPatience());
        }
    }
}
