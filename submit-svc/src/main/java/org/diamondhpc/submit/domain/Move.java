package org.diamondhpc.submit.domain;

/** What is to be done at the site now. */
public sealed interface Move {
    /** Ask the scheduler: it is certain that no job of the attempt was accepted, or that its claim protects. */
    record Ask() implements Move {
    }

    /** Look in the file, the queue and the accounting: an earlier try may have been accepted. */
    record Look() implements Move {
    }

    /** Nothing: the task was cancelled before anything happened. */
    record Drop() implements Move {
    }
}
