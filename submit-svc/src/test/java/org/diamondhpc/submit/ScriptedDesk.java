package org.diamondhpc.submit;

import io.quarkus.test.Mock;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.task.JobRef;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.site.scheduler.Observation;
import org.diamondhpc.site.scheduler.Resolution;
import org.diamondhpc.site.scheduler.SubmitResult;
import org.diamondhpc.site.session.SiteException;
import org.diamondhpc.submit.domain.Submission;
import org.diamondhpc.submit.work.JobDesk;

/** A site that answers as the test says, and counts what it was asked. An unscripted question fails the test. */
@Mock
@ApplicationScoped
class ScriptedDesk implements JobDesk {
    private final Map<TaskId, Deque<Object>> answers = new ConcurrentHashMap<>();
    private final Map<TaskId, Deque<Resolution>> looks = new ConcurrentHashMap<>();
    private final Map<TaskId, Optional<String>> fences = new ConcurrentHashMap<>();
    private final Map<TaskId, Integer> asked = new ConcurrentHashMap<>();
    private final Map<TaskId, Integer> looked = new ConcurrentHashMap<>();
    private final Map<TaskId, Deque<Object>> observations = new ConcurrentHashMap<>();
    private final Map<String, Deque<Object>> words = new ConcurrentHashMap<>();
    private final Map<String, Deque<Boolean>> told = new ConcurrentHashMap<>();
    private final Set<TaskId> cut = ConcurrentHashMap.newKeySet();
    private final Set<TaskId> fenced = ConcurrentHashMap.newKeySet();
    private final Set<String> cancelled = ConcurrentHashMap.newKeySet();

    void answers(TaskOrder order, SubmitResult result) {
        answers.computeIfAbsent(order.task(), t -> new ConcurrentLinkedDeque<>()).add(result);
    }

    void fails(TaskOrder order, SiteException failure) {
        answers.computeIfAbsent(order.task(), t -> new ConcurrentLinkedDeque<>()).add(failure);
    }

    void finds(TaskOrder order, Resolution... found) {
        looks.put(order.task(), new ConcurrentLinkedDeque<>(java.util.List.of(found)));
    }

    void observes(TaskOrder order, Object... seen) {
        observations.put(order.task(), new ConcurrentLinkedDeque<>(java.util.List.of(seen)));
    }

    /** The connection is cut in the moment after the claim was made: nobody hears of it. */
    void cutsTheNextFence(TaskOrder order) {
        cut.add(order.task());
    }

    void fences(TaskOrder order, Optional<String> owner) {
        fences.put(order.task(), owner);
    }

    int asked(TaskOrder order) {
        return asked.getOrDefault(order.task(), 0);
    }

    int looked(TaskOrder order) {
        return looked.getOrDefault(order.task(), 0);
    }

    boolean fenced(TaskOrder order) {
        return fenced.contains(order.task());
    }

    boolean cancelled(String jobId) {
        return cancelled.contains(jobId);
    }

    @Override
    public SubmitResult submit(Submission submission) {
        TaskId task = submission.order().task();
        asked.merge(task, 1, Integer::sum);
        Object answer = answers.getOrDefault(task, new ArrayDeque<>()).remove();
        if (answer instanceof SiteException failure) {
            throw failure;
        }
        return (SubmitResult) answer;
    }

    @Override
    public Resolution look(Submission submission, Instant since) {
        TaskId task = submission.order().task();
        looked.merge(task, 1, Integer::sum);
        Deque<Resolution> left = looks.get(task);
        return left.size() > 1 ? left.remove() : left.peek();
    }

    @Override
    public Observation observe(Submission submission, JobRef job) {
        Deque<Object> left = observations.get(submission.order().task());
        Object seen = left.size() > 1 ? left.remove() : left.peek();
        if (seen instanceof SiteException failure) {
            throw failure;
        }
        return (Observation) seen;
    }

    @Override
    public Optional<String> fenceOff(Submission submission) {
        fenced.add(submission.order().task());
        if (cut.remove(submission.order().task())) {
            throw SiteException.of(Reason.SITE_CONNECTION_LOST, "cut");
        }
        return fences.get(submission.order().task());
    }

    /** What jobs that wait are told, and whether they had given up. */
    void hears(TaskOrder order, Object... words) {
        words(order).addAll(java.util.List.of(words));
    }

    private Deque<Object> words(TaskOrder order) {
        return words.computeIfAbsent(order.attemptId().toString(), a -> new ConcurrentLinkedDeque<>());
    }

    java.util.List<Boolean> told(TaskOrder order) {
        return java.util.List.copyOf(told.getOrDefault(order.attemptId().toString(), new ConcurrentLinkedDeque<>()));
    }

    @Override
    public boolean tell(AccountId account, AttemptId attempt, TenantId tenant, boolean go) {
        told.computeIfAbsent(attempt.toString(), a -> new ConcurrentLinkedDeque<>()).add(go);
        Object word = words.get(attempt.toString()).remove();
        if (word instanceof SiteException failure) {
            throw failure;
        }
        return (Boolean) word;
    }

    @Override
    public void cancel(AccountId account, String jobId) {
        cancelled.add(jobId);
    }

    @Override
    public void cancelDuplicate(AccountId account, String jobId) {
        cancelled.add(jobId);
    }

    @Override
    public void hold(SiteId site, TenantId tenant, String jobId) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void release(SiteId site, TenantId tenant, String jobId) {
        throw new UnsupportedOperationException();
    }
}
