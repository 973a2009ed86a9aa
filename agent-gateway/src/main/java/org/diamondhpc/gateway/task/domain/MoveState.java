package org.diamondhpc.gateway.task.domain;

/** What came of a move. */
public enum MoveState {
    /** Its job is being withdrawn. */
    UNDER_WAY,
    /** Its job was withdrawn before it began; the task was placed anew. */
    MOVED,
    /** It stayed. */
    KEPT
}
