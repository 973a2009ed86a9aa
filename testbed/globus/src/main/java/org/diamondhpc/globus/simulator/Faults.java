package org.diamondhpc.globus.simulator;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.diamondhpc.globus.simulator.auth.Clients;
import org.diamondhpc.globus.simulator.auth.Consents;
import org.diamondhpc.globus.simulator.auth.Tokens;
import org.diamondhpc.globus.simulator.endpoint.Registry;
import org.diamondhpc.globus.simulator.http.ServiceTrouble;
import org.diamondhpc.globus.simulator.model.EventCode;
import org.diamondhpc.globus.simulator.move.TaskTrouble;
import org.diamondhpc.globus.simulator.task.TaskBoard;

/** Everything that can go wrong, on demand. */
public final class Faults {
    /** For {@link #task}: until it is healed. */
    public static final int FOR_EVER = TaskTrouble.FOR_EVER;

    private final ServiceTrouble service;
    private final TaskTrouble tasks;
    private final Registry registry;
    private final TaskBoard board;
    private final Tokens tokens;
    private final Consents consents;
    private final Clients clients;

    Faults(ServiceTrouble service, TaskTrouble tasks, Registry registry, TaskBoard board, Tokens tokens,
            Consents consents, Clients clients) {
        this.service = service;
        this.tasks = tasks;
        this.registry = registry;
        this.board = board;
        this.tokens = tokens;
        this.consents = consents;
        this.clients = clients;
    }

    /** The next tries of a step of any task fail with this event, and are tried again. */
    public void task(EventCode code, int times) {
        tasks.raise(code, "", times);
    }

    /** The same for tasks that touch one collection. */
    public void task(EventCode code, String collection, int times) {
        tasks.raise(code, collection, times);
    }

    /** The next calls fail with 429, 500, 502 or 503. @param call as in {@code "POST /v0.10/transfer"}, or a part of it */
    public void http(int status, String call, int times) {
        service.fail(status, call, times);
    }

    /** The next calls are done, and the connection is cut instead of an answer. */
    public void loseAnswer(String call, int times) {
        service.loseAnswer(call, times);
    }

    /** Every call takes longer. */
    public void slow(Duration delay) {
        service.slowDown(delay);
    }

    /** What a task moves in a second. */
    public void speed(long bytesPerSecond) {
        tasks.limitSpeed(bytesPerSecond);
    }

    /** An administrator stops a collection: its tasks pause, its operations are refused. */
    public void pause(String collection, String message) {
        board.pause(collection, message);
    }

    public void resume(String collection) {
        board.resume(collection);
    }

    /** A Globus Connect Personal goes away or comes back. */
    public void connected(String collection, boolean now) {
        registry.put(registry.existing(collection).connected(now));
    }

    /** The collection's credentials expire: its tasks become INACTIVE. */
    public void expireCredentials(String collection) {
        board.activate(collection, false);
    }

    public void renewCredentials(String collection) {
        board.activate(collection, true);
    }

    /** Access tokens end now; refresh tokens stay. */
    public void expireTokens() {
        tokens.expireAll();
    }

    /** All tokens end, refresh tokens too: somebody has to log in anew. */
    public void revokeTokens() {
        tokens.revokeAll();
    }

    /** The consent for a collection is gone; asking for it gives it again. */
    public void revokeConsent(String collection) {
        consents.revoke(collection);
    }

    /** The consent for a collection is gone, and asking does not help: a human has to. */
    public void withholdConsent(String collection) {
        consents.withhold(collection);
    }

    /** A collection's policies want a fresh sign-in from now on, which nobody has. */
    public void requireSession(String collection) {
        registry.put(registry.existing(collection).needingSession(List.of(UUID.randomUUID().toString())));
        signOut(collection);
    }

    /** Everybody's session satisfies a collection's policies, as after a sign-in in the browser. */
    public void signIn(String collection) {
        clients.all().forEach(c -> consents.signIn(c.id(), collection));
    }

    /** Everybody's sign-in is too old. */
    public void signOut(String collection) {
        clients.all().forEach(c -> consents.signOut(c.id(), collection));
    }

    /** Undoes everything but what happened to tokens and consents; no collection wants a session any more. */
    public void heal() {
        service.heal();
        tasks.heal();
        consents.heal();
        board.resumeAll();
        registry.all().forEach(c -> registry.put(c.connected(true).needingSession(List.of())));
    }
}
