package org.diamondhpc.schemas.spec;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.id.SiteId;

/**
 * A program as a tenant describes it once, so that its tasks need not say it each time.
 *
 * @param name {@code [a-z0-9][a-z0-9._-]*}, at most 60 characters
 * @param requirements what a place must have
 * @param runs what its runs took, measured by Diamond; ignored in a request
 */
public record Application(String name, String description, Requirements requirements, List<Measured> runs) {
    public Application {
        requirements = requirements == null ? Requirements.none() : requirements;
        runs = Absent.list(runs);
    }

    public Application measured(List<Measured> times) {
        return new Application(name, description, requirements, times);
    }

    /**
     * What a place must have.
     *
     * @param architectures it is built for, as {@code uname -m} says them; empty: any
     * @param software names, or {@code name>=version}, of the site's profile or its modules
     * @param modules modules it loads, as {@code module load} takes them
     * @param features node features
     * @param gpus GPUs of each process
     * @param gpuTypes models it can use; empty: any
     * @param memory of each node
     */
    public record Requirements(List<String> architectures, List<String> software, List<String> modules,
            List<String> features, Integer gpus, List<String> gpuTypes, MemorySize memory) {
        public Requirements {
            architectures = Absent.list(architectures);
            software = Absent.list(software);
            modules = Absent.list(modules);
            features = Absent.list(features);
            gpus = gpus == null ? 0 : gpus;
            gpuTypes = Absent.list(gpuTypes);
        }

        public static Requirements none() {
            return new Requirements(null, null, null, null, null, null, null);
        }
    }

    /**
     * What the runs that ended well took at one site.
     *
     * @param count how many
     * @param shortest of them
     * @param mean of them
     * @param longest of them
     * @param lastAt when the last one ended
     */
    public record Measured(SiteId site, long count, Duration shortest, Duration mean, Duration longest,
            Instant lastAt) {
    }
}
