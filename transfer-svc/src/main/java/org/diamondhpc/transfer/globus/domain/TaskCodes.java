package org.diamondhpc.transfer.globus.domain;

import java.util.Map;
import org.diamondhpc.schemas.reason.Reason;

/** The codes of events and states that are seen in the wild, in words and as reasons. */
final class TaskCodes {
    static final String MISSING = "FILE_NOT_FOUND";

    private static final Map<String, String> WORDS = Map.ofEntries(
            Map.entry("AUTH", "an endpoint refuses the sign-on"),
            Map.entry("CONNECT_FAILED", "an endpoint cannot be reached"),
            Map.entry("CONNECTION_BROKEN", "the connection to an endpoint broke"),
            Map.entry("CONNECTION_RESET", "the connection to an endpoint was cut"),
            Map.entry("ENDPOINT_ERROR", "an endpoint reports an error"),
            Map.entry("ENDPOINT_TOO_BUSY", "an endpoint has too much to do"),
            Map.entry("FILE_SIZE_CHANGED", "a file changed its size while it was read"),
            Map.entry("GC_NOT_CONNECTED", "a personal endpoint is not connected"),
            Map.entry("GC_PAUSED", "a personal endpoint is paused by its owner"),
            Map.entry("NO_APPEND_FILESYSTEM", "the target's file system cannot append"),
            Map.entry("PERMISSION_DENIED", "the account may not read or write a path"),
            Map.entry("QUOTA_EXCEEDED", "the target's quota is used up"),
            Map.entry("NO_SPACE_LEFT", "the target has no room left"),
            Map.entry(MISSING, "a path does not exist"),
            Map.entry("TIMEOUT", "an endpoint does not answer in time"),
            Map.entry("UNKNOWN", "an endpoint reports an error it has no name for"),
            Map.entry("VERIFY_CHECKSUM", "what arrived differs from the source and is sent again"));

    private TaskCodes() {
    }

    static String words(String code) {
        String words = WORDS.get(code);
        return words == null ? String.valueOf(code) : words + " (" + code + ")";
    }

    static Reason reason(String code) {
        return switch (code == null ? "" : code) {
            case MISSING -> Reason.TRANSFER_SOURCE_MISSING;
            case "PERMISSION_DENIED" -> Reason.SITE_PERMISSION_DENIED;
            case "QUOTA_EXCEEDED", "NO_SPACE_LEFT" -> Reason.SITE_DISK_FULL;
            case "VERIFY_CHECKSUM", "FILE_SIZE_CHANGED" -> Reason.TRANSFER_CHECKSUM_MISMATCH;
            default -> Reason.TRANSFER_FAILED;
        };
    }
}
