package org.diamondhpc.standalone;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.logging.Logger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;
import org.diamondhpc.schemas.Topics;

/** Makes the topics that are missing. One that exists is left as it is: changing its partitions would break its order. */
record BrokerTopics(Map<String, String> client) {
    private static final Logger LOG = Logger.getLogger(BrokerTopics.class.getName());
    private static final Duration LIFE_OF_A_TASK = Duration.ofDays(30);
    private static final Duration AUDIT = Duration.ofDays(90);
    private static final Duration ASKING = Duration.ofHours(1);

    void create() throws ExecutionException, InterruptedException {
        try (Admin admin = Admin.create(new HashMap<String, Object>(client))) {
            Set<String> present = admin.listTopics().names().get();
            List<NewTopic> missing = wanted().stream().filter(topic -> !present.contains(topic.name())).toList();
            admin.createTopics(missing).all().get();
            missing.forEach(topic -> LOG.info(() -> "topic created name=" + topic.name() + " partitions="
                    + topic.numPartitions()));
        }
    }

    static List<NewTopic> wanted() {
        List<NewTopic> wanted = new ArrayList<>();
        for (Topics topic : Topics.all()) {
            wanted.add(new NewTopic(topic.topic(), Optional.of(topic.partitions()), Optional.empty()).configs(
                    topic.compacted() ? compacted() : kept(retention(topic))));
            wanted.add(new NewTopic(topic.deadLetters(), Optional.of(1), Optional.empty()).configs(kept(AUDIT)));
        }
        return wanted;
    }

    private static Duration retention(Topics topic) {
        return switch (topic) {
            case SITE_REQUESTS, SITE_REPLIES -> ASKING;
            case SESSION_EVENTS -> AUDIT;
            case TASK_EVENTS, TRANSFER_EVENTS, SITE_SNAPSHOTS -> LIFE_OF_A_TASK;
        };
    }

    private static Map<String, String> kept(Duration retention) {
        return Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE,
                TopicConfig.RETENTION_MS_CONFIG, Long.toString(retention.toMillis()));
    }

    /** The segment being written is never compacted, so segments are short: a snapshot comes every few seconds. */
    private static Map<String, String> compacted() {
        String tenMinutes = Long.toString(Duration.ofMinutes(10).toMillis());
        return Map.of(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT,
                TopicConfig.SEGMENT_MS_CONFIG, tenMinutes, TopicConfig.MAX_COMPACTION_LAG_MS_CONFIG, tenMinutes,
                TopicConfig.SEGMENT_BYTES_CONFIG, Integer.toString(16 * 1024 * 1024));
    }
}
