package org.diamondhpc.schemas.site;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.id.TenantId;

/**
 * What one tenant's login may do at a site.
 *
 * @param tenants the tenants that use this login ({@code *} stands for all others)
 * @param user the login
 * @param associations what it may charge; empty where the site keeps no accounting
 * @param running own jobs that run
 * @param pending own jobs that wait
 */
public record AccountLimits(List<String> tenants, String user, List<Association> associations, int running,
        int pending) {
    public AccountLimits {
        tenants = Absent.list(tenants);
        associations = Absent.list(associations);
    }

    /** The word of its jobs, see {@link QueuedJob#owner}. */
    public String owner() {
        return Owners.word(user);
    }

    public boolean serves(TenantId tenant) {
        return tenants.contains(tenant.value()) || tenants.contains("*");
    }

    /**
     * One account a login may charge.
     *
     * @param partition only there; absent: everywhere
     * @param qos the QOS it may use
     * @param maxJobs most running jobs; absent: no limit
     * @param maxSubmitJobs most jobs in the queue; absent: no limit
     * @param maxWallMinutes longest time limit; absent: no limit
     * @param maxTres most of each resource a job, for example {@code cpu=256}
     * @param budgets what the account may use in all; empty: no limit, or the site does not show it
     * @param share how much of it is used lately; absent: not known
     */
    public record Association(String account, String partition, boolean isDefault, List<Qos> qos, Integer maxJobs,
            Integer maxSubmitJobs, Long maxWallMinutes, Map<String, Long> maxTres, List<Budget> budgets, Share share) {
        public Association {
            qos = Absent.list(qos);
            maxTres = Absent.map(maxTres);
            budgets = Absent.list(budgets);
        }

        /** Without what is asked rarely. */
        public Association(String account, String partition, boolean isDefault, List<Qos> qos, Integer maxJobs,
                Integer maxSubmitJobs, Long maxWallMinutes, Map<String, Long> maxTres, List<Budget> budgets) {
            this(account, partition, isDefault, qos, maxJobs, maxSubmitJobs, maxWallMinutes, maxTres, budgets, null);
        }

        public Association with(Share known) {
            return new Association(account, partition, isDefault, qos, maxJobs, maxSubmitJobs, maxWallMinutes, maxTres,
                    budgets, known);
        }
    }

    /**
     * What an account may use of a resource in all, with everybody who charges it.
     *
     * @param resource the scheduler's name, for example {@code cpu} or {@code gres/gpu}
     * @param limitMinutes minutes of one unit of it
     * @param usedMinutes of these, used so far
     */
    public record Budget(String resource, long limitMinutes, long usedMinutes) {
        /** Never negative: a site may let the last jobs run over. */
        @JsonIgnore
        public long leftMinutes() {
            return Math.max(0, limitMinutes - usedMinutes);
        }
    }

    /**
     * How much of an account was used lately.
     *
     * @param fairShare the scheduler's factor from 0 (far over its share) to 1 (unused); absent: not told
     * @param usage part of all recent use of the cluster, 0 to 1; absent: not told
     * @param askedAt when
     */
    public record Share(Double fairShare, Double usage, Instant askedAt) {
    }

    /** A quality of service with its limits; absent: no limit. */
    public record Qos(String name, long priority, Integer maxJobsPerUser, Integer maxSubmitJobsPerUser,
            Long maxWallMinutes, Map<String, Long> maxTresPerJob, Map<String, Long> maxTresPerUser) {
        public Qos {
            maxTresPerJob = Absent.map(maxTresPerJob);
            maxTresPerUser = Absent.map(maxTresPerUser);
        }
    }
}
