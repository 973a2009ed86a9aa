package org.diamondhpc.schemas.reason;

/** What is known of the effect of something that failed. */
public enum Outcome {
    /** It did not happen; trying again later may work. */
    TEMPORARY,
    /** It did not happen; trying the same again cannot work. */
    PERMANENT,
    /** It may have happened; look before trying again. */
    UNKNOWN
}
