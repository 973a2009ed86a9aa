package org.diamondhpc.schemas.request;

/** Names of the script's own site that a carried script keeps; by default none means anything elsewhere. */
public enum KeptName {
    QUEUE, ACCOUNT, QOS, RESERVATION, FEATURES
}
