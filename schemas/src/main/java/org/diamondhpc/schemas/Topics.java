package org.diamondhpc.schemas;

import java.util.List;

/** The topics and how each is laid out; every name stands here and nowhere else. */
public enum Topics {
    /** The life of every task, keyed by task. */
    TASK_EVENTS("diamond.task.events.v1", 12, false),
    /** The latest capability and queue state of every site, keyed by site. */
    SITE_SNAPSHOTS("diamond.site.snapshots.v1", 3, true),
    /** Transfers asked for by an agent, with progress, keyed by transfer. */
    TRANSFER_EVENTS("diamond.transfer.events.v1", 6, false),
    /** Skill calls, parking and wakes: the audit trail, keyed by session. */
    SESSION_EVENTS("diamond.session.events.v1", 6, false),
    /** Interactive site operations, keyed by request. */
    SITE_REQUESTS("diamond.site.requests.v1", 6, false),
    /** Answers to {@link #SITE_REQUESTS}, keyed by request. */
    SITE_REPLIES("diamond.site.replies.v1", 3, false);

    /** Suffix of the topic that takes what a consumer of a topic could not digest. */
    public static final String DEAD_LETTER_SUFFIX = ".dlq";

    private final String topic;
    private final int partitions;
    private final boolean compacted;

    Topics(String topic, int partitions, boolean compacted) {
        this.topic = topic;
        this.partitions = partitions;
        this.compacted = compacted;
    }

    public String topic() {
        return topic;
    }

    public int partitions() {
        return partitions;
    }

    /** Whether Kafka keeps only the latest record of a key. */
    public boolean compacted() {
        return compacted;
    }

    public String deadLetters() {
        return topic + DEAD_LETTER_SUFFIX;
    }

    /** Every topic that must exist before the services start. */
    public static List<Topics> all() {
        return List.of(values());
    }
}
