package org.diamondhpc.gateway.task;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.Locale;
import org.diamondhpc.gateway.audit.AuditTrail;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.site.SiteOperations;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.request.SiteRequest;
import org.diamondhpc.schemas.task.AttemptLayout;
import org.diamondhpc.schemas.task.JobRef;
import org.diamondhpc.schemas.task.TaskState;

/** A task's job where it lies or lay: its streams, holding and letting go. */
@ApplicationScoped
public class TaskJobs {
    /** Paths below it are relative to the storage root of the site's profile, which only the site's services know. */
    private static final String STORAGE_ROOT = "@";

    private final Tasks tasks;
    private final SiteOperations operations;
    private final AuditTrail audit;

    TaskJobs(Tasks tasks, SiteOperations operations, AuditTrail audit) {
        this.tasks = tasks;
        this.operations = operations;
        this.audit = audit;
    }

    /** What a program prints to. */
    public enum Stream {
        STDOUT, STDERR;

        String file() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A piece of a stream.
     *
     * @param tail the last bytes, where {@code offset} is absent
     * @param attempt 0: the current one
     * @param element of an array; absent: no array
     */
    public record LogQuery(Stream stream, int tail, Long offset, int attempt, Integer element) {
    }

    /** @throws DiamondException {@code INVALID_STATE} where no job ran yet, or of the site */
    public SiteReply.Content logs(Caller caller, TaskId task, LogQuery query) {
        TaskView view = tasks.get(caller, task, false);
        int number = query.attempt() == 0 ? view.attempt() : query.attempt();
        String file = query.element() == null ? query.stream().file()
                : AttemptLayout.element(query.stream().file(), query.element());
        String path = AttemptLayout.of(STORAGE_ROOT, caller.tenant(), new AttemptId(task, number)).path(file);
        return operations.ask(new SiteRequest.TailFile(caller.tenant(), site(view, number), path, query.tail(),
                query.offset()), SiteReply.Content.class);
    }

    public SiteReply.Done hold(Caller caller, TaskId task) {
        JobRef job = queued(caller, task);
        audit.record(caller, "task.hold", task.value(), null);
        return operations.ask(new SiteRequest.HoldJob(caller.tenant(), job.site(), job.id()), SiteReply.Done.class);
    }

    public SiteReply.Done release(Caller caller, TaskId task) {
        JobRef job = queued(caller, task);
        audit.record(caller, "task.release", task.value(), null);
        return operations.ask(new SiteRequest.ReleaseJob(caller.tenant(), job.site(), job.id()),
                SiteReply.Done.class);
    }

    private static SiteId site(TaskView view, int number) {
        if (number == view.attempt()) {
            if (view.placement() == null) {
                throw DiamondException.of(Reason.INVALID_STATE,
                        "task " + view.id() + " is " + view.state() + "; nothing has run yet");
            }
            return view.placement().site();
        }
        return view.attempts().stream().filter(a -> a.number() == number).findFirst().orElseThrow(() ->
                DiamondException.of(Reason.INVALID_NOT_FOUND, "there was no attempt " + number)).site();
    }

    private JobRef queued(Caller caller, TaskId task) {
        TaskView view = tasks.get(caller, task, false);
        if (view.job() == null || view.state() != TaskState.QUEUED) {
            throw DiamondException.of(Reason.INVALID_STATE,
                    "task " + task + " is " + view.state() + "; only a job in a queue can be held or released");
        }
        if (view.hedge() != null && view.hedge().chosen() == null) {
            throw DiamondException.of(Reason.INVALID_STATE, "task " + task + " waits in several queues; one of its jobs alone"
                    + " can be neither held nor released");
        }
        return view.job();
    }
}
