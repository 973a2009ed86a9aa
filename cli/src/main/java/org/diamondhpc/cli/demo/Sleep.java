package org.diamondhpc.cli.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.diamondhpc.cli.client.DiamondClient;
import org.diamondhpc.cli.client.Intent;
import org.diamondhpc.cli.client.Session;
import org.diamondhpc.cli.client.Task;
import org.diamondhpc.cli.client.WaitFor;
import org.diamondhpc.cli.client.Wake;
import org.diamondhpc.cli.shell.Shell;
import org.diamondhpc.cli.task.RingLine;
import org.diamondhpc.cli.terminal.Humane;
import org.diamondhpc.cli.terminal.Screen;
import org.diamondhpc.schemas.id.SessionId;

/**
 * The agent sleeps: its session is parked and a long-poll hangs. Meanwhile somebody else, an operator at the
 * terminal, may look at the tasks; that is no part of the agent's work.
 */
final class Sleep {
    private static final Duration TICK = Duration.ofMillis(500);

    private final Shell shell;
    private final Story story;
    private final DiamondClient client;
    private SessionId session;
    private Instant from;
    private volatile Instant wokenAt;

    Sleep(Shell shell, Story story) {
        this.shell = shell;
        this.story = story;
        this.client = shell.client();
    }

    /** The wake; it says so where the time was up. */
    Wake until(Session parked, List<Task> tasks, String latest) {
        session = parked.id();
        story.chapter("The agent sleeps");
        client.sessions().park(session, WaitFor.all(tasks.stream().map(Task::id).toList(), latest,
                "fetch the results and compare them"), Intent.fresh());
        story.tell("Session " + session + " is parked until both tasks have ended. The agent could be gone for days;"
                + " here it hangs in a long-poll. No model is called.");
        from = shell.now();
        Wake wake = woken(tasks);
        client.sessions().acknowledge(session, wake.number());
        told(wake);
        return wake;
    }

    private Wake woken(List<Task> tasks) {
        CompletableFuture<Wake> wake = CompletableFuture.supplyAsync(() -> {
            Wake first = client.sessions().wakes(session, 0L, null).getFirst();
            wokenAt = shell.now();
            return first;
        }, task -> Thread.ofVirtual().name("agent").start(task));
        Screen screen = new Screen(shell.terminal());
        while (true) {
            try {
                wake.get(TICK.toMillis(), TimeUnit.MILLISECONDS);
                look(screen, tasks);
                return wake.join();
            } catch (TimeoutException e) {
                look(screen, tasks);
            } catch (ExecutionException e) {
                throw e.getCause() instanceof RuntimeException known ? known : new CompletionException(e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CompletionException(e);
            }
        }
    }

    private void look(Screen screen, List<Task> tasks) {
        if (!shell.json() && !shell.quiet()) {
            screen.show(tasks.stream().map(t -> client.tasks().get(t.id())).map(t -> "   "
                    + (shell.terminal().live() ? RingLine.of(shell, t) : RingLine.plain(shell, t))).toList());
        }
    }

    private void told(Wake wake) {
        story.tell("Woken after " + Humane.duration(slept()) + " by wake " + wake.number() + " (" + wake.reason()
                + "): " + wake.digest().path("summary").asText() + ". Its digest of "
                + wake.digest().toString().length() + " characters reminds the agent why it slept: \""
                + wake.digest().path("note").asText() + "\". Acknowledged.");
        ObjectNode kept = story.json().putObject("sleep").put("seconds", slept().toMillis() / 1000.0)
                .put("modelCalls", 0);
        kept.set("wake", wake.json());
    }

    SessionId session() {
        return session;
    }

    /** When the wake was here. */
    Instant wokenAt() {
        return wokenAt;
    }

    Duration slept() {
        return Duration.between(from, wokenAt);
    }
}
