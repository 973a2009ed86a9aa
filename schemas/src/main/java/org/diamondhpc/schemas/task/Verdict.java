package org.diamondhpc.schemas.task;

/** What a place is to a task. */
public enum Verdict {
    /** It can start there now. */
    READY,
    /** It can run there, after waiting. */
    BUSY,
    /** It could run there, but this tenant may not, or the site cannot be used now. */
    RESTRICTED,
    /** It can never run there. */
    INCOMPATIBLE
}
