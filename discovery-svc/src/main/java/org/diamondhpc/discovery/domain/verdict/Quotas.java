package org.diamondhpc.discovery.domain.verdict;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.diamondhpc.discovery.domain.wait.GpuModels;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.site.AccountLimits;
import org.diamondhpc.schemas.site.AccountLimits.Association;
import org.diamondhpc.schemas.site.AccountLimits.Qos;

/** The limits of associations and QOS: some a job can never meet, some only once own jobs have ended. */
final class Quotas {
    private final Demand demand;
    private final int queued;

    /** @param given jobs of the login that were placed since the look */
    Quotas(Demand demand, AccountLimits login, int given) {
        this.demand = demand;
        this.queued = login.running() + login.pending() + given;
    }

    void of(Association charged, List<Qos> usable, List<Obstacle> found) {
        String account = "the account " + charged.account();
        wall(charged.maxWallMinutes(), account, demand).ifPresent(found::add);
        tres(charged.maxTres(), account, demand).ifPresent(found::add);
        spent(charged, demand).ifPresent(found::add);
        if (charged.maxJobs() != null && charged.maxJobs() == 0) {
            found.add(Obstacle.barred(Reason.SCHEDULER_LIMIT_EXCEEDED, account + " may run no jobs"));
        }
        submit(charged.maxSubmitJobs(), account, found);
        if (!usable.isEmpty() && usable.stream().allMatch(q -> tooSmall(q, demand).isPresent())) {
            found.add(tooSmall(usable.getFirst(), demand).orElseThrow());
        }
        if (usable.size() == 1) {
            submit(usable.getFirst().maxSubmitJobsPerUser(), "the QOS " + usable.getFirst().name(), found);
        }
    }

    /** Why a job like this can never run under the QOS; empty where it can. */
    static Optional<Obstacle> tooSmall(Qos qos, Demand demand) {
        String name = "the QOS " + qos.name();
        return wall(qos.maxWallMinutes(), name, demand)
                .or(() -> tres(qos.maxTresPerJob(), name, demand))
                .or(() -> tres(qos.maxTresPerUser(), name, demand));
    }

    /** Minutes that are used up; less than the task may use is no obstacle, since its limit is not its run time. */
    private static Optional<Obstacle> spent(Association charged, Demand demand) {
        return charged.budgets().stream().filter(b -> b.leftMinutes() == 0 && asked(b.resource(), demand) > 0).findFirst()
                .map(b -> Obstacle.barred(Reason.SCHEDULER_LIMIT_EXCEEDED, "the account %s has used up its %d minutes of %s"
                        .formatted(charged.account(), b.limitMinutes(), b.resource())));
    }

    private void submit(Integer most, String whose, List<Obstacle> found) {
        if (most == null) {
            return;
        }
        if (demand.jobs() > most) {
            found.add(Obstacle.barred(Reason.SCHEDULER_LIMIT_EXCEEDED, "%s may have at most %d jobs in the queue, %d asked"
                    .formatted(whose, most, demand.jobs())));
        } else if (queued + demand.jobs() > most) {
            found.add(Obstacle.notNow(Reason.SCHEDULER_BUSY, "%s has reached its limit of %d jobs in the queue"
                    .formatted(whose, most)));
        }
    }

    private static Optional<Obstacle> wall(Long minutes, String whose, Demand demand) {
        return minutes == null || demand.limit().compareTo(Duration.ofMinutes(minutes)) <= 0 ? Optional.empty()
                : Optional.of(Obstacle.barred(Reason.SCHEDULER_LIMIT_EXCEEDED, "%s allows jobs of at most %s, %s asked"
                        .formatted(whose, Words.of(Duration.ofMinutes(minutes)), Words.of(demand.limit()))));
    }

    private static Optional<Obstacle> tres(Map<String, Long> most, String whose, Demand demand) {
        return most.entrySet().stream().filter(e -> asked(e.getKey(), demand) > e.getValue()).findFirst()
                .map(e -> Obstacle.barred(Reason.SCHEDULER_LIMIT_EXCEEDED, "%s allows at most %s=%d, %d asked".formatted(
                        whose, e.getKey(), e.getValue(), asked(e.getKey(), demand))));
    }

    /** A job's amount of a trackable resource as Slurm names it; memory in MiB. */
    private static long asked(String tres, Demand demand) {
        var resources = demand.resources();
        return switch (tres) {
            case "cpu" -> resources.totalCores();
            case "node" -> resources.nodes();
            case "mem" -> resources.nodes() * demand.memoryMb();
            case "gres/gpu" -> (long) resources.nodes() * resources.gpusPerNode();
            default -> {
                boolean typed = tres.startsWith("gres/gpu:") && resources.gpuType() != null
                        && GpuModels.same(resources.gpuType(), tres.substring("gres/gpu:".length()));
                yield typed ? (long) resources.nodes() * resources.gpusPerNode() : 0;
            }
        };
    }
}
