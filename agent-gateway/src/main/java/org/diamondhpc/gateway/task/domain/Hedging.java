package org.diamondhpc.gateway.task.domain;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.task.Hedge;
import org.diamondhpc.schemas.task.TaskState;

/**
 * The attempts of a task that were submitted to several sites at once. Which of them does the work is decided here, once: in the
 * transaction that learns of the first job's start.
 *
 * @param of the attempts
 * @param retries how often the task may be tried again
 * @param copies those that have been placed, best first
 * @param chosen the attempt that does the work; 0: not decided
 * @param chosenAt when that was decided
 * @param goneAt when its job was told; absent: not yet, so that none of the work has begun for certain
 */
public record Hedging(Hedge of, int retries, List<Copy> copies, int chosen, Instant chosenAt, Instant goneAt) {
    public Hedging {
        copies = Absent.list(copies);
    }

    /**
     * One attempt.
     *
     * @param life as if it were the task's only one
     * @param over it ended, or never got a job, before any was chosen
     */
    public record Copy(TaskLife life, boolean over) {
        int number() {
            return life.attempt();
        }
    }

    static Hedging of(Hedge hedge, int retries) {
        return new Hedging(hedge, retries, List.of(), 0, null, null);
    }

    public boolean decided() {
        return chosen != 0;
    }

    boolean gone() {
        return goneAt != null;
    }

    Optional<Copy> copy(int number) {
        return copies.stream().filter(c -> c.number() == number).findFirst();
    }

    Hedging with(TaskLife copy, boolean over) {
        List<Copy> all = new ArrayList<>(copies.stream().filter(c -> c.number() != copy.attempt()).toList());
        all.add(new Copy(copy, over));
        all.sort(Comparator.comparingInt(Copy::number));
        return new Hedging(of, retries, all, chosen, chosenAt, goneAt);
    }

    Hedging chose(int number, Instant at) {
        return new Hedging(of, retries, copies, number, at, null);
    }

    Hedging went(Instant at) {
        return new Hedging(of, retries, copies, chosen, chosenAt, at);
    }

    /** None is left that could do the work. */
    boolean over() {
        return copies.size() == of.copies() && copies.stream().allMatch(Copy::over);
    }

    /** The one that stands for the task: the chosen, else the one that has come farthest. */
    TaskLife shown() {
        return copies.stream().max(Comparator.comparingInt((Copy c) -> c.number() == chosen ? 9 : c.over() ? 0 : far(c.life().state()))
                .thenComparing(Comparator.comparingInt(Copy::number).reversed())).orElseThrow().life();
    }

    private static int far(TaskState state) {
        return switch (state) {
            case STAGING -> 1;
            case SUBMITTING, UNCONFIRMED -> 2;
            case QUEUED -> 3;
            default -> 4;
        };
    }
}
