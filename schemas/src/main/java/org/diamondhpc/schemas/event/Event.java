package org.diamondhpc.schemas.event;

import org.diamondhpc.schemas.Topics;

/** Something that happened; every event belongs to one topic and one key on it. */
public sealed interface Event permits TaskEvent, TransferEvent, SessionEvent {
    /** The topic it is appended to. */
    Topics topic();

    /** The aggregate it belongs to: Kafka's key and CloudEvents' subject. */
    String subject();
}
