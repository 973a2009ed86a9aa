package org.diamondhpc.messaging.work;

import java.util.UUID;

/** A row in this process's hands; {@code lease} is the token under which it may be written. */
record Claim(long id, String kind, String key, String lane, String payload, UUID lease, int runs, int failures,
        String trace) { }
