package org.diamondhpc.site.profile;

import java.util.Map;

/** What whoever knows the schedulers says of a profile's {@code scheduler} mapping. */
@FunctionalInterface
public interface SchedulerCheck {
    /** Takes every family and every option; for readers that never speak to a scheduler. */
    SchedulerCheck NONE = scheduler -> Map.of();

    /** @return what is wrong, by field of the mapping; empty where all is well */
    Map<String, String> problems(SiteProfile.Scheduler scheduler);
}
