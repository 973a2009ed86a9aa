package org.diamondhpc.gateway.wake;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.gateway.session.SessionView;
import org.diamondhpc.gateway.task.TaskView;
import org.diamondhpc.gateway.task.Tasks;
import org.diamondhpc.gateway.transfer.TransferView;
import org.diamondhpc.gateway.transfer.Transfers;
import org.diamondhpc.gateway.wake.domain.Condition;
import org.diamondhpc.gateway.wake.domain.Digest;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.id.TransferId;
import org.diamondhpc.schemas.task.CollectedOutput;

/** Writes what a wake says, from the tasks and transfers as they are in this transaction. */
@ApplicationScoped
class Digests {
    private final Tasks tasks;
    private final Transfers transfers;

    Digests(Tasks tasks, Transfers transfers) {
        this.tasks = tasks;
        this.transfers = transfers;
    }

    Digest of(WaitRow wait, List<WaitItemRow> items, SessionView session) {
        TenantId tenant = new TenantId(wait.tenant);
        List<TaskId> taskIds = items.stream().filter(i -> !transfer(i)).map(i -> i.subject).distinct().limit(100)
                .map(TaskId::new).toList();
        List<TransferId> transferIds = items.stream().filter(Digests::transfer).map(i -> i.subject).limit(100)
                .map(TransferId::new).toList();
        List<TaskView> found = new ArrayList<>(tasks.find(tenant, taskIds));
        found.sort((a, b) -> Boolean.compare(b.state().ended(), a.state().ended()));
        int open = (int) items.stream().filter(i -> i.metAt == null).count();
        int omitted = items.stream().map(i -> i.subject).distinct().toList().size() - taskIds.size()
                - transferIds.size();
        return new Digest(session.id(), session.title(), wait.note, summary(found, items.size() - open, open),
                found.stream().map(Digests::task).toList(),
                transfers.find(tenant, transferIds).stream().map(Digests::transfer).toList(), open,
                Math.max(0, omitted)).fitting();
    }

    private static boolean transfer(WaitItemRow item) {
        return item.kind.equals(Condition.Kind.TRANSFER_ENDED.name());
    }

    private static String summary(List<TaskView> tasks, int met, int open) {
        if (tasks.size() == 1 && open == 0) {
            TaskView t = tasks.getFirst();
            return "Task " + (t.name() == null ? t.id() : t.name()) + " " + t.state()
                    + (t.problem() == null ? "" : " (" + t.problem().reason() + ")");
        }
        return met + " of " + (met + open) + " happened";
    }

    private static Digest.TaskDigest task(TaskView t) {
        var problem = t.problem();
        return new Digest.TaskDigest(t.id(), t.name(), t.state(),
                t.placement() == null ? null : t.placement().site(), t.job() == null ? null : t.job().id(),
                t.outcome() == null ? null : t.outcome().exitCode(), t.attempt(),
                problem == null ? null : problem.reason(), problem == null ? null : problem.detail(),
                problem == null ? null : problem.whatToDo(),
                t.outputs().stream().map(CollectedOutput::path).toList(), null, t.durations().queued(),
                t.durations().running(), t.endedAt());
    }

    private static Digest.TransferDigest transfer(TransferView t) {
        return new Digest.TransferDigest(t.id(), t.state().name(), t.files(), t.bytesDone(),
                t.problem() == null ? null : t.problem().reason(), t.problem() == null ? null : t.problem().detail());
    }
}
