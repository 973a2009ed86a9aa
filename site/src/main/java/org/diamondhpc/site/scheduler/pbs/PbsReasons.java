package org.diamondhpc.site.scheduler.pbs;

/** Why a job waits, in words: our own for what its state says, else the comment that PBS's scheduler left. */
final class PbsReasons {
    private PbsReasons() {
    }

    static String explain(String reason) {
        return switch (reason) {
            case "JobHeldUser" -> "held by its owner; `release` lets it go";
            case "JobHeldAdmin" -> "held by the site, which alone can release it (an operator, or after too many failed starts)";
            case "Dependency" -> "waits for a job it depends on";
            case "BeginTime" -> "may not start before its begin time";
            case "StageInFailed" -> "its files could not be staged in; PBS tries again later";
            case "Starting" -> "is being started";
            case "Transit" -> "is moved to another server";
            case "Queued" -> "not looked at by the scheduler yet";
            default -> words(reason);
        };
    }

    private static String words(String comment) {
        String said = comment.replaceFirst("^Not Running: ", "").strip();
        if (said.startsWith("Insufficient amount of ")) {
            return "waits until enough is free: " + said.substring("Insufficient amount of ".length());
        }
        if (said.startsWith("Queue not started")) {
            return "its queue does not start jobs now";
        }
        if (said.contains("limit")) {
            return "a limit is reached: " + said;
        }
        if (said.startsWith("Can Never Run") || comment.startsWith("Can Never Run")) {
            return "will never start: " + comment.replaceFirst("^Can Never Run: ", "");
        }
        return "the scheduler says: " + said;
    }
}
