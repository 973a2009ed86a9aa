package org.diamondhpc.cli.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TransferId;

/**
 * What an agent sleeps for.
 *
 * @param mode {@code ALL} or {@code ANY}
 * @param tasks tasks that must have ended
 * @param started tasks whose job must have started
 * @param transfers transfers that must have ended
 * @param succeeded tasks that must have ended with a result
 * @param failed tasks of which one that fails wakes at once
 * @param sites what is to be seen of sites
 * @param logs lines that tasks are to print
 * @param betterPlacement waiting tasks that wake at once where they would be done well sooner elsewhere
 * @param budgets what of it being nearly used up wakes at once
 * @param attention {@code "none"}: nothing wakes besides; null: all alarms do
 * @param timeout when to wake in any case, from now, for example {@code 2h}; null: never
 * @param note why, in the agent's own words; comes back with the wake
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record WaitFor(String mode, List<TaskId> tasks, List<TaskId> started, List<TransferId> transfers,
        List<TaskId> succeeded, List<TaskId> failed, List<SiteTerms> sites, List<LogTerms> logs,
        List<TaskId> betterPlacement, List<BudgetTerms> budgets, String attention, String timeout, String note) {
    /** A site as it is to be: {@code UP} or {@code DOWN}, or with so many idle nodes. */
    public record SiteTerms(String site, String partition, String is, Integer idleNodes) {
        /** From {@code SITE[/PARTITION]=NODES}. */
        public static SiteTerms idle(String text) {
            String[] parts = text.split("=", 2);
            String[] place = parts[0].split("/", 2);
            if (parts.length != 2 || !parts[1].matches("\\d{1,6}")) {
                throw new IllegalArgumentException("say SITE[/PARTITION]=NODES instead of " + text);
            }
            return new SiteTerms(place[0], place.length == 2 ? place[1] : null, null, Integer.valueOf(parts[1]));
        }

        public static SiteTerms up(String site) {
            return new SiteTerms(site, null, "UP", null);
        }

        public static SiteTerms down(String site) {
            return new SiteTerms(site, null, "DOWN", null);
        }
    }

    /** A line on stdout. */
    public record LogTerms(String task, String pattern) {
        /** From {@code TASK=PATTERN}. */
        public static LogTerms parse(String text) {
            String[] parts = text.split("=", 2);
            if (parts.length != 2) {
                throw new IllegalArgumentException("say TASK=PATTERN instead of " + text);
            }
            return new LogTerms(parts[0], parts[1]);
        }
    }

    /** So many hours of an account's processors are left; without an account of the login's default one. */
    public record BudgetTerms(String site, String account, double hours) {
        /** From {@code SITE[/ACCOUNT]=HOURS}. */
        public static BudgetTerms parse(String text) {
            String[] parts = text.split("=", 2);
            String[] place = parts[0].split("/", 2);
            if (parts.length != 2 || !parts[1].matches("\\d{1,9}(\\.\\d{1,3})?")) {
                throw new IllegalArgumentException("say SITE[/ACCOUNT]=HOURS instead of " + text);
            }
            return new BudgetTerms(place[0], place.length == 2 ? place[1] : null, Double.parseDouble(parts[1]));
        }
    }

    public static WaitFor all(List<TaskId> tasks, String timeout, String note) {
        return new WaitFor("ALL", tasks, List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(),
                List.of(), null, timeout, note);
    }
}
