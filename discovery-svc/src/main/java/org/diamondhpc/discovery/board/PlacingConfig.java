package org.diamondhpc.discovery.board;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.diamondhpc.discovery.domain.placing.Improvement;
import org.diamondhpc.discovery.domain.placing.Reconsideration;

/** Settings of placement. */
@ConfigMapping(prefix = "diamond.placing")
public interface PlacingConfig {
    /** After so many refusals a task is given up. */
    @WithDefault("10")
    int refusals();

    /** How sites are chosen for requests that name no policy. */
    @WithDefault("fastest")
    String policy();

    /** Whether transfer-svc has a Globus identity for every tenant, so that files between two collections go by it. */
    @WithDefault("false")
    boolean globus();

    /** Tenants that it has a Globus identity for, where it has none for every tenant. */
    Optional<Set<String>> globusTenants();

    /** How long decisions and what became of them are kept. */
    @WithDefault("90d")
    Duration keepDecisions();

    /** How long what looks taught of sites' jobs is kept. */
    @WithDefault("30d")
    Duration keepLessons();

    /** To how many sites one task may be submitted at once. */
    Hedging hedge();

    /** Tasks whose policy is {@code hedged}: the first job that begins does the work, the others are a burden to others. */
    interface Hedging {
        /** So many sites at most; 1: none is hedged. */
        @WithDefault("1")
        int copies();

        /** How long a job that has begun waits, with its nodes, to be told that it is the first. */
        @WithDefault("2m")
        Duration patience();
    }

    /** When a task that waits in a queue is moved by itself. */
    Reconsidering reconsider();

    /** When a task that waits in a queue is moved by itself; compared as often as {@link Improving#every}. */
    interface Reconsidering {
        /** Whether also tasks whose placement does not say {@code reconsider}. */
        @WithDefault("false")
        boolean enabled();

        /** Not before its job has waited so long. */
        @WithDefault("5m")
        Duration patience();

        /** The least gain. */
        @WithDefault("10m")
        Duration least();

        /** And at least this part of what is left where it waits. */
        @WithDefault("0.3")
        double share();

        /** A task is moved so many times at most. */
        @WithDefault("2")
        int most();

        /** Pause after a try that came to nothing; as long the place it left is avoided where there is another. */
        @WithDefault("30m")
        Duration rest();

        default Reconsideration.Terms terms() {
            return new Reconsideration.Terms(enabled(), patience(), new Improvement.Worth(least(), share()), most(), rest());
        }
    }

    /** When a task that waits in a queue is said to be better off elsewhere. */
    Improving improving();

    /** When a task that waits in a queue is said to be better off elsewhere. */
    interface Improving {
        /** How often waiting tasks are compared with other places. */
        @WithDefault("30s")
        Duration every();

        /** Not before it has waited so long. */
        @WithDefault("2m")
        Duration patience();

        /** The least gain. */
        @WithDefault("10m")
        Duration least();

        /** And at least this part of what is left where it waits. */
        @WithDefault("0.3")
        double share();

        /** It is told again when the gain is so many times what was told before. */
        @WithDefault("1.5")
        double step();

        /** But not sooner than this. */
        @WithDefault("30m")
        Duration rest();

        default Improvement.Margin margin() {
            return new Improvement.Margin(least(), share(), step(), rest());
        }
    }
}
