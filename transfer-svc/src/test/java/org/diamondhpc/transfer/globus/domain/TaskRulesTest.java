package org.diamondhpc.transfer.globus.domain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.transfer.globus.api.GlobusJson;
import org.diamondhpc.transfer.globus.api.TaskDocument;
import org.diamondhpc.transfer.globus.api.TaskHappening;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Task documents as they were recorded, cut to what matters. */
class TaskRulesTest {
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final Duration QUIET = Duration.ofMinutes(10);
    private static final TaskHappening DENIED = new TaskHappening("PERMISSION_DENIED", "permission denied",
            "Error (make directories)\nEndpoint: alpha", true, null);

    @Test
    void queuedAndMovingTasksGoOn() {
        assertThat(assess(Look.none(NOW.minus(Duration.ofHours(5))), "ACTIVE", "\"nice_status\":\"Queued\",\"is_ok\":true"))
                .isInstanceOf(Assessment.Going.class);
        assertThat(assess(Look.none(NOW.minus(Duration.ofHours(5))), "ACTIVE",
                "\"nice_status\":\"OK\",\"is_ok\":true,\"bytes_transferred\":5"))
                .isInstanceOfSatisfying(Assessment.Going.class, g -> assertThat(g.look().movedAt()).isEqualTo(NOW));
    }

    @Test
    void aTaskThatIsSilentlyStillIsStalled() {
        assertThat(problem(assess(Look.none(NOW.minus(Duration.ofMinutes(11))), "ACTIVE",
                "\"nice_status\":\"OK\",\"is_ok\":true,\"faults\":2")).detail())
                .isEqualTo("nothing has moved for 11 minutes, Globus gives no reason (2 faults so far)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"AUTH", "CONNECT_FAILED", "CONNECTION_BROKEN", "CONNECTION_RESET", "ENDPOINT_ERROR",
            "ENDPOINT_TOO_BUSY", "FILE_SIZE_CHANGED", "GC_NOT_CONNECTED", "GC_PAUSED", "NO_APPEND_FILESYSTEM", "TIMEOUT",
            "UNKNOWN", "VERIFY_CHECKSUM", "PERMISSION_DENIED"})
    void everyCodeOfTheWildIsToldInWordsAndLeftToGlobus(String code) {
        Assessment.Stalled stalled = (Assessment.Stalled) assess(Look.none(NOW), "ACTIVE",
                "\"is_ok\":false,\"nice_status\":\"%s\",\"nice_status_details\":\"Error\\nEndpoint: x\"".formatted(code));

        assertThat(stalled.why().reason()).isEqualTo(Reason.TRANSFER_STALLED);
        assertThat(stalled.why().detail()).contains("(" + code + "): Error; Endpoint: x").doesNotStartWith(code);
    }

    @Test
    void aMissingSourceIsHopelessOnlyWhenItIsMissingTwiceWithoutProgress() {
        String missing = "\"is_ok\":false,\"nice_status\":\"FILE_NOT_FOUND\"";
        Assessment first = assess(Look.none(NOW), "ACTIVE", missing);

        assertThat(first).isInstanceOf(Assessment.Stalled.class);
        assertThat(assess(first.look(), "ACTIVE", missing)).isInstanceOf(Assessment.Hopeless.class);
        assertThat(assess(first.look(), "ACTIVE", missing + ",\"bytes_transferred\":9"))
                .isInstanceOf(Assessment.Stalled.class);
    }

    @Test
    void aPauseIsToldInTheAdministratorsWordsWhateverElseIsWrong() {
        Assessment paused = TaskRules.assess(Look.none(NOW), task("ACTIVE", "\"is_paused\":true,\"is_ok\":false"),
                List.of(), List.of("maintenance"), QUIET, NOW);

        assertThat(problem(paused)).isEqualTo(Problem.of(Reason.TRANSFER_PAUSED, "the transfer is paused: maintenance"));
    }

    @Test
    void aFailureNamesItsCauseAndTheLastWords() {
        Problem why = problem(TaskRules.assess(Look.none(NOW), task("FAILED",
                "\"fatal_error\":{\"code\":\"PERMISSION_DENIED\",\"description\":\"permission denied\"}"),
                List.of(DENIED), List.of(), QUIET, NOW));

        assertThat(why.reason()).isEqualTo(Reason.SITE_PERMISSION_DENIED);
        assertThat(why.detail()).contains("permission denied", "Error (make directories); Endpoint: alpha");
    }

    @Test
    void expiryAdministratorsAndStrangersAreToldApart() {
        assertThat(problem(TaskRules.assess(Look.none(NOW), task("FAILED", "\"subtasks_expired\":3"), List.of(DENIED),
                List.of(), QUIET, NOW))).satisfies(p -> {
            assertThat(p.reason()).isEqualTo(Reason.TRANSFER_EXPIRED);
            assertThat(p.detail()).contains("held up because", "PERMISSION_DENIED");
        });
        assertThat(problem(assess(Look.none(NOW), "FAILED",
                "\"canceled_by_admin\":true,\"canceled_by_admin_message\":\"too big\"")).detail()).contains("too big");
        assertThat(problem(assess(Look.none(NOW), "FAILED", "\"subtasks_canceled\":1")).detail())
                .isEqualTo("somebody cancelled the transfer at Globus");
    }

    @Test
    void inactiveTasksNeedAPerson() {
        assertThat(problem(assess(Look.none(NOW), "INACTIVE", "\"is_ok\":false")).reason())
                .isEqualTo(Reason.TRANSFER_NEEDS_SIGN_ON);
    }

    @Test
    void eventsAreReadOnlyWhereTheyExplainSomething() {
        assertThat(TaskRules.puzzling(Look.none(NOW), task("ACTIVE", "\"nice_status\":\"OK\",\"is_ok\":true"))).isFalse();
        assertThat(TaskRules.puzzling(Look.none(NOW), task("ACTIVE", "\"nice_status\":\"OK\",\"faults\":1"))).isTrue();
        assertThat(TaskRules.puzzling(Look.none(NOW), task("FAILED", "\"faults\":0"))).isTrue();
        assertThat(TaskRules.puzzling(Look.none(NOW), task("SUCCEEDED", "\"faults\":7"))).isFalse();
    }

    private static Assessment assess(Look before, String status, String more) {
        return TaskRules.assess(before, task(status, more), List.of(), List.of(), QUIET, NOW);
    }

    private static Problem problem(Assessment assessment) {
        return switch (assessment) {
            case Assessment.Stalled s -> s.why();
            case Assessment.Hopeless h -> h.why();
            case Assessment.Failed f -> f.why();
            default -> throw new AssertionError(assessment);
        };
    }

    private static TaskDocument task(String status, String more) {
        try {
            return GlobusJson.read(GlobusJson.tree("""
                    {"DATA_TYPE":"task","task_id":"t","type":"TRANSFER","status":"%s","label":null,
                     "request_time":"2022-01-26T19:18:20+00:00",%s}""".formatted(status, more)), TaskDocument.class);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
