package org.diamondhpc.site.scheduler;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.id.IdSource;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.spec.TaskSpec;
import org.diamondhpc.schemas.task.AttemptLayout;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.TaskOrder;
import org.diamondhpc.site.profile.Account;
import org.diamondhpc.site.profile.Auth;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.profile.SiteProfile.Limits;
import org.diamondhpc.site.profile.SiteProfile.Scheduler;
import org.diamondhpc.site.profile.SiteProfile.Storage;
import org.diamondhpc.site.profile.SiteProfile.Transport;
import org.diamondhpc.site.session.SiteSession;

/** Tasks and profiles for tests of dialects. */
public final class TestingTasks {
    public static final TenantId TENANT = new TenantId("demo");
    private static final IdSource IDS = IdSource.timeOrdered(Clock.systemUTC(), new Random());

    private TestingTasks() {
    }

    /** @param json with single quotes for double ones */
    public static TaskSpec spec(String json) {
        try {
            return DiamondJson.json().readValue(json.replace('\'', '"'), TaskSpec.class);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    public static TaskOrder order(TaskSpec spec) {
        return order(IDS.task().value(), spec);
    }

    public static TaskOrder order(String task, TaskSpec spec) {
        return new TaskOrder(new TaskId(task), TENANT, null, spec, List.of(), 1, List.of(),
                Instant.parse("2026-11-30T08:00:00Z"));
    }

    public static Placement at(String site, String partition, String account) {
        return new Placement(new SiteId(site), "slurm", "alice", partition, account, null, null, List.of(), null,
                "fastest", "a test", List.of(), Instant.parse("2026-11-30T08:00:00Z"));
    }

    public static AttemptLayout layout(String root, TaskOrder order) {
        return AttemptLayout.of(root, TENANT, order.attemptId());
    }

    public static WatchedJob watched(TaskOrder order, AttemptLayout layout, String jobId, Instant submittedAt) {
        return new WatchedJob(order.attemptId(), layout, jobId, submittedAt,
                order.spec().array() == null ? List.of() : order.spec().array().expanded());
    }

    /** An attempt at a task and what is submitted for it. */
    public record Attempt(TaskOrder order, AttemptLayout layout, Submission submission) {
        public WatchedJob watched(String jobId, Instant submittedAt) {
            return TestingTasks.watched(order, layout, jobId, submittedAt);
        }
    }

    /** A new attempt, written for the profile's scheduler. */
    public static Attempt attempt(SiteSession session, SiteProfile profile, String json) {
        TaskOrder order = order(spec(json));
        AttemptLayout layout = layout(session.expand(profile.storage().root()), order);
        return new Attempt(order, layout, new Submission(order.attemptId(), layout, Dialects.standard()
                .of(profile.scheduler().family()).translate(order, at(profile.id().value(), null, null), layout, profile)));
    }

    public static SiteProfile profile(String family, Map<String, String> options) {
        return new SiteProfile(new SiteId("here"), "a test site", new Transport(List.of(), List.of(),
                Optional.empty(), 1, 5), "", new Scheduler(family, options), new Storage("/tmp", Optional.empty()),
                List.of(), List.of(new Account("demo", "alice", new Auth.Agent(Optional.empty()), Optional.empty(),
                        Duration.ofSeconds(5))), List.of(), Optional.empty(), Map.of("architecture", "x86_64"),
                Limits.DEFAULT, List.of());
    }
}
