package org.diamondhpc.submit.work;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.site.scheduler.Submission;
import org.diamondhpc.site.scheduler.SubmitResult;

/**
 * Submissions of one account that come while a command is under way share the next one, as commits share a disk
 * write: round trips are what submitting costs, and a lone submission never waits for company.
 */
final class SharedSubmissions {
    private static final int MOST_IN_ONE_COMMAND = 32;

    private final Map<AccountId, List<Waiting>> waiting = new HashMap<>();

    private record Waiting(Submission submission, CompletableFuture<SubmitResult> result) {
    }

    /**
     * Asks for this submission alone or with others, and waits for its result.
     *
     * @param command one command for many; what it throws is thrown to all that shared it
     */
    SubmitResult submit(AccountId account, Submission submission,
            Function<List<Submission>, Map<AttemptId, SubmitResult>> command) {
        Waiting own = new Waiting(submission, new CompletableFuture<>());
        boolean leads;
        synchronized (waiting) {
            List<Waiting> queue = waiting.get(account);
            leads = queue == null;
            waiting.computeIfAbsent(account, a -> new ArrayList<>()).add(own);
        }
        if (leads) {
            Thread.startVirtualThread(() -> lead(account, command)); // not this one: it has its own result to report
        }
        try {
            return own.result().join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    /** Runs commands until nobody of the account waits. */
    private void lead(AccountId account, Function<List<Submission>, Map<AttemptId, SubmitResult>> command) {
        for (List<Waiting> batch = next(account); !batch.isEmpty(); batch = next(account)) {
            try {
                Map<AttemptId, SubmitResult> results = command.apply(batch.stream().map(Waiting::submission).toList());
                batch.forEach(w -> w.result().complete(results.get(w.submission().attempt())));
            } catch (RuntimeException | Error e) {
                batch.forEach(w -> w.result().completeExceptionally(e));
            }
        }
    }

    private List<Waiting> next(AccountId account) {
        synchronized (waiting) {
            List<Waiting> queue = waiting.get(account);
            List<Waiting> batch = new ArrayList<>(queue.subList(0, Math.min(MOST_IN_ONE_COMMAND, queue.size())));
            queue.subList(0, batch.size()).clear();
            if (batch.isEmpty()) {
                waiting.remove(account);
            }
            return batch;
        }
    }
}
