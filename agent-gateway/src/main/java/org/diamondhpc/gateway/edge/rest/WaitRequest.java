package org.diamondhpc.gateway.edge.rest;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.diamondhpc.gateway.wake.domain.Alarm;
import org.diamondhpc.gateway.wake.domain.BudgetTerms;
import org.diamondhpc.gateway.wake.domain.Condition;
import org.diamondhpc.gateway.wake.domain.LogTerms;
import org.diamondhpc.gateway.wake.domain.SiteTerms;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TransferId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.spec.Walltime;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/**
 * What an agent sleeps for.
 *
 * @param mode {@code ALL} (the default) or {@code ANY}
 * @param tasks tasks that must have ended
 * @param started tasks whose job must have started
 * @param transfers transfers that must have ended
 * @param succeeded tasks that must have ended with a result; the agent is told where one cannot any more
 * @param failed tasks of which one that fails wakes at once, whatever else is waited for
 * @param sites what is to be seen of sites
 * @param logs lines that tasks are to print
 * @param betterPlacement waiting tasks of which one that would be done well sooner elsewhere wakes at once
 * @param budgets what of it being nearly used up wakes at once
 * @param attention alarms that wake besides: {@code "all"} (the default), {@code "none"} or a list of them
 * @param deadline when to wake in any case
 * @param timeout the same from now, for example {@code 2h}
 * @param note why, in the agent's own words; comes back with the wake
 */
public record WaitRequest(Condition.Mode mode, List<TaskId> tasks, List<TaskId> started, List<TransferId> transfers,
        List<TaskId> succeeded, List<TaskId> failed, List<SiteTerms> sites, List<LogTerms> logs,
        List<TaskId> betterPlacement, List<BudgetTerms> budgets,
        @Schema(description = "`all` (the default), `none`, or a list of alarms") JsonNode attention,
        Instant deadline, Walltime timeout, String note) {
    public WaitRequest {
        tasks = Absent.list(tasks);
        started = Absent.list(started);
        transfers = Absent.list(transfers);
        succeeded = Absent.list(succeeded);
        failed = Absent.list(failed);
        sites = Absent.list(sites);
        logs = Absent.list(logs);
        betterPlacement = Absent.list(betterPlacement);
        budgets = Absent.list(budgets);
    }

    public Condition condition(Instant now) {
        Instant latest = timeout == null ? null : now.plus(Duration.ofSeconds(timeout.seconds()));
        Instant first = deadline == null || latest != null && latest.isBefore(deadline) ? latest : deadline;
        return new Condition(mode, tasks, started, transfers, succeeded, failed, sites, logs,
                betterPlacement, budgets, alarms(), first, note);
    }

    private Set<Alarm> alarms() {
        if (attention == null || attention.isNull()) {
            return null;
        }
        return Alarm.chosen(attention).orElseThrow(() -> new DiamondException(Problem.of(Reason.INVALID_REQUEST,
                List.of(new Violation("/attention", "attention is \"all\", \"none\" or a list of "
                        + Arrays.toString(Alarm.values()))))));
    }
}
