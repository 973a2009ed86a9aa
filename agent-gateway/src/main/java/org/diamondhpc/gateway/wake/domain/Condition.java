package org.diamondhpc.gateway.wake.domain;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TransferId;
import org.diamondhpc.schemas.reason.Problem.Violation;

/**
 * What an agent sleeps for.
 *
 * @param mode whether one of the things suffices or all must happen; {@code failed}, {@code betterPlacement} and
 *     {@code budgets} stand beside it
 * @param tasks tasks that must have ended
 * @param started tasks whose job must have started (an end counts as well)
 * @param transfers transfers that must have ended
 * @param succeeded tasks that must have ended with a result; where one cannot any more the agent is told
 * @param failed tasks of which one that fails wakes at once, whatever else is waited for
 * @param sites what is to be seen of sites
 * @param logs lines that tasks are to print
 * @param betterPlacement waiting tasks of which one that would be done well sooner elsewhere wakes at once
 * @param budgets what of it being nearly used up wakes at once
 * @param attention alarms that wake besides; absent: all
 * @param deadline when to wake in any case; absent: never
 * @param note why, in the agent's own words; comes back with the wake
 */
public record Condition(Mode mode, List<TaskId> tasks, List<TaskId> started, List<TransferId> transfers,
        List<TaskId> succeeded, List<TaskId> failed, List<SiteTerms> sites, List<LogTerms> logs,
        List<TaskId> betterPlacement, List<BudgetTerms> budgets, Set<Alarm> attention, Instant deadline, String note) {
    private static final int MAX_ITEMS = 1000;
    private static final int MAX_SITES = 20;
    private static final int MAX_LOGS = 20;
    private static final int MAX_NOTE = 500;

    public Condition {
        mode = mode == null ? Mode.ALL : mode;
        tasks = once(tasks);
        started = once(started);
        transfers = once(transfers);
        succeeded = once(succeeded);
        failed = once(failed);
        sites = once(sites);
        logs = once(logs);
        betterPlacement = once(betterPlacement);
        budgets = once(budgets);
        attention = attention == null ? EnumSet.allOf(Alarm.class) : Set.copyOf(attention);
    }

    /** Ends and starts alone, with every alarm. */
    public Condition(Mode mode, List<TaskId> tasks, List<TaskId> started, List<TransferId> transfers,
            Instant deadline, String note) {
        this(mode, tasks, started, transfers, null, null, null, null, null, null, null, deadline, note);
    }

    /** One of the things, or all of them. */
    public enum Mode {
        ANY, ALL
    }

    /** What can happen to an object. */
    public enum Kind {
        TASK_ENDED, TASK_STARTED, TRANSFER_ENDED, TASK_SUCCEEDED, TASK_FAILED, SITE_SEEN, LOG_MATCHED,
        PLACEMENT_IMPROVED, BUDGET_LOW;

        /** Whether its subject is a site. */
        public boolean site() {
            return this == SITE_SEEN || this == BUDGET_LOW;
        }

        /** Whether it ends a wait by itself, whatever else that waits for. */
        public boolean alone() {
            return this == TASK_FAILED || this == PLACEMENT_IMPROVED || this == BUDGET_LOW;
        }
    }

    /**
     * One thing to happen.
     *
     * @param which more exactly, in words; empty where kind and subject say it all
     */
    public record Item(Kind kind, String subject, @JsonInclude(JsonInclude.Include.NON_EMPTY) String which) {
        public Item(Kind kind, String subject) {
            this(kind, subject, "");
        }
    }

    public List<Item> items() {
        List<Item> all = new ArrayList<>();
        tasks.forEach(t -> all.add(new Item(Kind.TASK_ENDED, t.value())));
        started.forEach(t -> all.add(new Item(Kind.TASK_STARTED, t.value())));
        transfers.forEach(t -> all.add(new Item(Kind.TRANSFER_ENDED, t.value())));
        succeeded.forEach(t -> all.add(new Item(Kind.TASK_SUCCEEDED, t.value())));
        failed.forEach(t -> all.add(new Item(Kind.TASK_FAILED, t.value())));
        sites.forEach(s -> all.add(item(s)));
        logs.forEach(l -> all.add(item(l)));
        betterPlacement.forEach(t -> all.add(new Item(Kind.PLACEMENT_IMPROVED, t.value())));
        budgets.forEach(b -> all.add(item(b)));
        return all;
    }

    public static Item item(SiteTerms site) {
        return new Item(Kind.SITE_SEEN, site.site().value(), site.words());
    }

    public static Item item(LogTerms log) {
        return new Item(Kind.LOG_MATCHED, log.task().value(), log.words());
    }

    public static Item item(BudgetTerms budget) {
        return new Item(Kind.BUDGET_LOW, budget.site().value(), budget.words());
    }

    /** Every task it names. */
    public List<TaskId> allTasks() {
        return Stream.of(tasks, started, succeeded, failed, betterPlacement, logs.stream().map(LogTerms::task).toList())
                .flatMap(Collection::stream).distinct().toList();
    }

    public List<Violation> violations() {
        List<Violation> all = new ArrayList<>();
        int count = Stream.of(tasks, started, transfers, succeeded, failed, sites, logs, betterPlacement, budgets)
                .mapToInt(List::size).sum();
        if (count == 0 && deadline == null) {
            all.add(new Violation("", "give at least one of tasks, started, transfers, succeeded, failed, sites, logs, "
                    + "betterPlacement, budgets, deadline and timeout"));
        }
        atMost(all, "", count, MAX_ITEMS, "things");
        atMost(all, "/sites", sites.size(), MAX_SITES, "sites");
        atMost(all, "/logs", logs.size(), MAX_LOGS, "logs");
        atMost(all, "/budgets", budgets.size(), MAX_SITES, "budgets");
        for (int i = 0; i < sites.size(); i++) {
            all.addAll(sites.get(i).violations("/sites/" + i));
        }
        for (int i = 0; i < logs.size(); i++) {
            all.addAll(logs.get(i).violations("/logs/" + i));
        }
        for (int i = 0; i < budgets.size(); i++) {
            all.addAll(budgets.get(i).violations("/budgets/" + i));
        }
        if (note != null && note.length() > MAX_NOTE) {
            all.add(new Violation("/note", "a note has at most " + MAX_NOTE + " characters"));
        }
        return all;
    }

    private static void atMost(List<Violation> all, String pointer, int count, int most, String what) {
        if (count > most) {
            all.add(new Violation(pointer, "a wait names at most " + most + " " + what));
        }
    }

    private static <T> List<T> once(List<T> list) {
        return List.copyOf(new LinkedHashSet<>(Absent.list(list)));
    }
}
