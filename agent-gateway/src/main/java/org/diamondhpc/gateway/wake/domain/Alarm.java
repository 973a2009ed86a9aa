package org.diamondhpc.gateway.wake.domain;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** What wakes an agent without being asked for, since it may want to decide something. */
public enum Alarm {
    /** The job waits well past the predicted wait. */
    QUEUE_STALLED,
    /** The job is about to reach its time limit. */
    LIMIT_NEAR,
    /** The scheduler put the job back into its queue. */
    REQUEUED,
    /** A node failed under the job. */
    NODE_FAILED,
    /** Quota or disk at the site is full. */
    QUOTA_HIT,
    /** Required outputs were not there. */
    OUTPUTS_MISSING,
    /** A person must log in at the site before the task goes on. */
    SITE_NEEDS_LOGIN;

    /** What {@code "all"}, {@code "none"} or a list of names means; empty: nothing. */
    public static Optional<Set<Alarm>> chosen(JsonNode choice) {
        if (choice.isTextual()) {
            return switch (choice.textValue()) {
                case "all" -> Optional.of(EnumSet.allOf(Alarm.class));
                case "none" -> Optional.of(EnumSet.noneOf(Alarm.class));
                default -> Optional.empty();
            };
        }
        Set<Alarm> alarms = EnumSet.noneOf(Alarm.class);
        for (JsonNode name : choice) {
            Optional<Alarm> alarm = Arrays.stream(values()).filter(a -> a.name().equals(name.textValue())).findFirst();
            if (alarm.isEmpty()) {
                return Optional.empty();
            }
            alarms.add(alarm.get());
        }
        return choice.isArray() ? Optional.of(alarms) : Optional.empty();
    }
}
