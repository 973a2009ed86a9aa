package org.diamondhpc.gateway.wake;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.diamondhpc.gateway.session.SessionView;
import org.diamondhpc.gateway.task.TaskView;
import org.diamondhpc.gateway.task.Tasks;
import org.diamondhpc.gateway.transfer.TransferView;
import org.diamondhpc.gateway.transfer.Transfers;
import org.diamondhpc.gateway.wake.domain.Attention;
import org.diamondhpc.gateway.wake.domain.Condition;
import org.diamondhpc.gateway.wake.domain.Digest;
import org.diamondhpc.gateway.wake.domain.WakeReason;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.id.TransferId;
import org.diamondhpc.schemas.task.CollectedOutput;
import org.diamondhpc.schemas.task.TaskState;

/** Writes what a wake says, from the tasks and transfers as they are in this transaction. */
@ApplicationScoped
class Digests {
    private static final int MOST = 100;

    private final Tasks tasks;
    private final Transfers transfers;

    Digests(Tasks tasks, Transfers transfers) {
        this.tasks = tasks;
        this.transfers = transfers;
    }

    /** Has ready what {@link #of} reads for these. */
    void fetch(List<HeldWait> waits) {
        tasks.fetch(waits.stream().flatMap(w -> subjects(w.items(), false).stream().limit(MOST)).distinct().toList());
    }

    /** @param alarms what nobody asked for, where that is the reason */
    String of(WaitRow wait, List<WaitItemRow> items, SessionView session, WakeReason reason,
            List<Attention.Raised> alarms) {
        TenantId tenant = new TenantId(wait.tenant);
        List<String> taskIds = subjects(items, false);
        List<String> transferIds = subjects(items, true);
        Map<TaskState, Integer> states = taskIds.size() > 1 ? tasks.states(tenant, taskIds) : Map.of();
        List<TaskView> found = shown(tenant, first(taskIds, alarms));
        int open = (int) items.stream().filter(WaitItemRow::open).count();
        List<Digest.Happening> events = items.stream().filter(i -> i.cause != null)
                .sorted(Comparator.comparing((WaitItemRow i) -> Objects.requireNonNullElse(i.metAt, i.closedAt)))
                .map(i -> new Digest.Happening(i.kind(), i.subject, i.cause,
                        Objects.requireNonNullElse(i.metAt, i.closedAt))).toList();
        int omitted = taskIds.size() - found.size() + Math.max(0, transferIds.size() - MOST);
        return new Digest(session.id(), session.title(), wait.note, summary(reason, found, items, alarms, open),
                events, alarms, states, found.stream().map(Digests::task).toList(),
                transfers.find(tenant, transferIds.stream().limit(MOST).map(TransferId::new).toList()).stream()
                        .map(Digests::transfer).toList(),
                session.notes(), open, omitted, null, null, next(found, alarms, open)).fitting().json();
    }

    private static List<String> subjects(List<WaitItemRow> items, boolean transfers) {
        return items.stream().filter(i -> !i.kind().site()
                && transfers == (i.kind() == Condition.Kind.TRANSFER_ENDED)).map(i -> i.subject).distinct().toList();
    }

    /** Those an alarm is about come first, so that they are never cut off. */
    private static List<String> first(List<String> ids, List<Attention.Raised> alarms) {
        List<String> all = new ArrayList<>(ids);
        List<String> loud = alarms.stream().map(Attention.Raised::subject).filter(ids::contains).distinct().toList();
        all.removeAll(loud);
        all.addAll(0, loud);
        return all.subList(0, Math.min(MOST, all.size()));
    }

    /** What went wrong is news before what went well, and that before what goes on. */
    private List<TaskView> shown(TenantId tenant, List<String> ids) {
        List<TaskView> found = new ArrayList<>(tasks.find(tenant, ids.stream().map(TaskId::new).toList()));
        found.sort(Comparator.comparingInt((TaskView t) -> t.state() == TaskState.FAILED ? 0
                : t.state().ended() ? 1 : t.problem() != null ? 2 : 3).thenComparing(t -> ids.indexOf(t.id().value())));
        return found;
    }

    private static String summary(WakeReason reason, List<TaskView> tasks, List<WaitItemRow> items,
            List<Attention.Raised> alarms, int open) {
        if (reason == WakeReason.ATTENTION) {
            Attention.Raised first = alarms.getFirst();
            return first.alarm() + " " + first.subject() + ": " + first.what()
                    + (alarms.size() == 1 ? "" : " (and " + (alarms.size() - 1) + " more)") + "; the wait goes on";
        }
        if (reason == WakeReason.IMPOSSIBLE) {
            return "It cannot happen any more: " + items.stream().filter(i -> i.closedAt != null && i.metAt == null)
                    .limit(3).map(i -> i.subject + " " + i.cause).collect(Collectors.joining("; "));
        }
        if (tasks.size() == 1 && open == 0) {
            TaskView t = tasks.getFirst();
            return "Task " + (t.name() == null ? t.id() : t.name()) + " " + t.state()
                    + (t.problem() == null ? "" : " (" + t.problem().reason() + ")");
        }
        long met = items.stream().filter(i -> i.metAt != null).count();
        return met + " of " + items.size() + " happened";
    }

    private static List<Digest.Hint> next(List<TaskView> tasks, List<Attention.Raised> alarms, int open) {
        List<Digest.Hint> all = new ArrayList<>();
        if (tasks.stream().anyMatch(t -> t.state() == TaskState.FAILED)) {
            all.add(new Digest.Hint("get_task", "why one failed"));
        }
        if (tasks.stream().anyMatch(t -> !t.outputs().isEmpty())) {
            all.add(new Digest.Hint("read_file", "to look at an output"));
        }
        if (open > 0 && alarms.isEmpty()) {
            all.add(new Digest.Hint("park", "to sleep for what is still open"));
        }
        return all;
    }

    private static Digest.TaskDigest task(TaskView t) {
        var problem = t.problem();
        return new Digest.TaskDigest(t.id(), t.name(), t.state(),
                t.placement() == null ? null : t.placement().site(), t.job() == null ? null : t.job().id(),
                t.outcome() == null ? null : t.outcome().exitCode(), t.attempt(),
                problem == null ? null : problem.reason(), problem == null ? null : problem.detail(),
                problem == null ? null : problem.whatToDo(),
                t.outputs().stream().map(CollectedOutput::path).toList(),
                t.outputs().stream().map(o -> Objects.requireNonNullElse(o.sha256(), "")).toList(), null,
                t.durations().queued(), t.durations().running(), t.endedAt());
    }

    private static Digest.TransferDigest transfer(TransferView t) {
        return new Digest.TransferDigest(t.id(), t.state().name(), t.files(), t.bytesDone(),
                t.problem() == null ? null : t.problem().reason(), t.problem() == null ? null : t.problem().detail());
    }
}
