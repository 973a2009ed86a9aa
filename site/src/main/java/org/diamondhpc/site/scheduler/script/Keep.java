package org.diamondhpc.site.scheduler.script;

/** Names of the script's own site that a carried script keeps; by default none means anything elsewhere. */
public enum Keep {
    QUEUE, ACCOUNT, QOS, RESERVATION, FEATURES
}
