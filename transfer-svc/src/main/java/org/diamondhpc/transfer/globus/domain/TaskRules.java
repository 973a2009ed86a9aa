package org.diamondhpc.transfer.globus.domain;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.transfer.globus.api.TaskDocument;
import org.diamondhpc.transfer.globus.api.TaskHappening;

/** What a task's state means. Passing faults are Globus's to get over; people only hear of what holds it up. */
public final class TaskRules {
    private static final String FINE = "OK";
    private static final String QUEUED = "Queued";
    private static final int LONGEST_DETAILS = 400;

    private TaskRules() {
    }

    /** Whether its events must be read to understand it. */
    public static boolean puzzling(Look before, TaskDocument task) {
        return task.status() == TaskDocument.Status.FAILED || !task.status().ended()
                && (task.faultCount() > before.faults() || !well(task));
    }

    /**
     * @param events the latest first; empty where it is not puzzling
     * @param pauses what those say who paused it
     * @param quiet without a byte for so long it counts as stalled
     */
    public static Assessment assess(Look before, TaskDocument task, List<TaskHappening> events, List<String> pauses,
            Duration quiet, Instant now) {
        boolean moved = task.bytes() > before.bytes() || task.filesDone() > before.files();
        boolean queued = QUEUED.equals(task.niceStatus());
        Look look = new Look(task.bytes(), task.filesDone(), task.faultCount(),
                task.niceStatus() == null ? task.status().name() : task.niceStatus(),
                moved || queued ? now : before.movedAt());
        return switch (task.status()) {
            case SUCCEEDED -> new Assessment.Succeeded(look);
            case FAILED -> new Assessment.Failed(look, failure(task, events));
            case INACTIVE -> new Assessment.Stalled(look, Problem.of(Reason.TRANSFER_NEEDS_SIGN_ON,
                    "Globus can no longer act for the person at one of the endpoints: the sign-on there ran out"));
            case ACTIVE -> active(task, events, pauses, quiet, look, !moved && look.status().equals(before.status()), now);
        };
    }

    private static Assessment active(TaskDocument task, List<TaskHappening> events, List<String> pauses,
            Duration quiet, Look look, boolean asBefore, Instant now) {
        if (task.paused()) {
            return new Assessment.Stalled(look, Problem.of(Reason.TRANSFER_PAUSED, "the transfer is paused: "
                    + (pauses.isEmpty() ? "no reason is given" : String.join("; ", pauses))));
        }
        if (!well(task)) {
            String code = code(task, events);
            String words = TaskCodes.words(code) + details(task, events) + faults(look);
            // a source that is missing twice stays missing; all else Globus may still get over
            return asBefore && code.equals(TaskCodes.MISSING)
                    ? new Assessment.Hopeless(look, Problem.of(Reason.TRANSFER_SOURCE_MISSING, words))
                    : new Assessment.Stalled(look, Problem.of(Reason.TRANSFER_STALLED, words));
        }
        Duration still = Duration.between(look.movedAt(), now);
        return still.compareTo(quiet) < 0 ? new Assessment.Going(look) : new Assessment.Stalled(look,
                Problem.of(Reason.TRANSFER_STALLED, "nothing has moved for %d minutes, Globus gives no reason"
                        .formatted(still.toMinutes()) + faults(look)));
    }

    private static boolean well(TaskDocument task) {
        return !Boolean.FALSE.equals(task.isOk())
                && (task.niceStatus() == null || task.niceStatus().equals(FINE) || task.niceStatus().equals(QUEUED));
    }

    private static String code(TaskDocument task, List<TaskHappening> events) {
        return task.niceStatus() != null && !task.niceStatus().equals(FINE) ? task.niceStatus()
                : error(events).map(TaskHappening::code).orElse("UNKNOWN");
    }

    private static Problem failure(TaskDocument task, List<TaskHappening> events) {
        if (Boolean.TRUE.equals(task.canceledByAdmin())) {
            return Problem.of(Reason.TRANSFER_FAILED, "an administrator of an endpoint cancelled the transfer: "
                    + (task.canceledByAdminMessage() == null ? "no reason is given" : task.canceledByAdminMessage()));
        }
        if (happened(events, "EXPIRED") || fatal(task, "EXPIRED") || positive(task.subtasksExpired())) {
            return Problem.of(Reason.TRANSFER_EXPIRED, "the deadline passed"
                    + error(events).map(e -> ", held up because " + TaskCodes.words(e.code()) + text(e)).orElse(""));
        }
        if (happened(events, "CANCELED") || fatal(task, "CANCELED") || positive(task.subtasksCanceled())) {
            return Problem.of(Reason.TRANSFER_FAILED, "somebody cancelled the transfer at Globus");
        }
        if (task.fatalError() != null && task.fatalError().code() != null) {
            String code = task.fatalError().code();
            return Problem.of(TaskCodes.reason(code), TaskCodes.words(code) + ": " + task.fatalError().description()
                    + error(events).map(TaskRules::text).orElse(""));
        }
        return Problem.of(error(events).map(e -> TaskCodes.reason(e.code())).orElse(Reason.TRANSFER_FAILED),
                        "the transfer failed" + error(events).map(e -> ": " + TaskCodes.words(e.code()) + text(e)).orElse(""));
    }

    private static String details(TaskDocument task, List<TaskHappening> events) {
        String told = task.niceStatusDetails() != null ? task.niceStatusDetails() : task.niceStatusShortDescription();
        return told != null && !told.isBlank() ? ": " + shortened(told) : error(events).map(TaskRules::text).orElse("");
    }

    private static String text(TaskHappening event) {
        String told = event.details() != null && !event.details().isBlank() ? event.details() : event.description();
        return told == null ? "" : ": " + shortened(told);
    }

    private static String shortened(String text) {
        String line = text.strip().replaceAll("\\s*\\R\\s*", "; ");
        return line.length() <= LONGEST_DETAILS ? line : line.substring(0, LONGEST_DETAILS) + "…";
    }

    private static String faults(Look look) {
        return look.faults() == 0 ? "" : " (%d faults so far)".formatted(look.faults());
    }

    private static Optional<TaskHappening> error(List<TaskHappening> events) {
        return events.stream().filter(TaskHappening::error).filter(e -> !"CANCELED".equals(e.code())
                && !"EXPIRED".equals(e.code())).findFirst();
    }

    private static boolean happened(List<TaskHappening> events, String code) {
        return events.stream().anyMatch(e -> code.equals(e.code()));
    }

    private static boolean fatal(TaskDocument task, String code) {
        return task.fatalError() != null && code.equals(task.fatalError().code());
    }

    private static boolean positive(Long count) {
        return count != null && count > 0;
    }
}
