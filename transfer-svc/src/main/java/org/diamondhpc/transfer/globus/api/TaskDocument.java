package org.diamondhpc.transfer.globus.api;

import java.time.OffsetDateTime;

/**
 * A task as Globus tells of it. Fields that end with the task are null afterwards.
 *
 * @param faults errors so far, those overcome as well
 * @param niceStatus {@code OK}, {@code Queued}, or the code of what is in the way; null once it has ended
 * @param effectiveBytesPerSecond since it was asked for
 */
public record TaskDocument(String taskId, String type, Status status, String label, OffsetDateTime requestTime,
        OffsetDateTime completionTime, OffsetDateTime deadline, String sourceEndpointId, String sourceEndpoint,
        String destinationEndpointId, String destinationEndpoint, String sourceEndpointDisplayName,
        String destinationEndpointDisplayName, Long files, Long filesSkipped, Long filesTransferred,
        Long bytesTransferred, Long faults, Boolean isOk, Boolean isPaused, String niceStatus,
        String niceStatusDetails, String niceStatusShortDescription, FatalError fatalError, Boolean canceledByAdmin,
        String canceledByAdminMessage, Long subtasksExpired, Long subtasksCanceled, Long subtasksFailed,
        Long subtasksSkippedErrors, Long effectiveBytesPerSecond) {
    /** A state this version does not know counts as still going on. */
    public enum Status {
        ACTIVE, INACTIVE, SUCCEEDED, FAILED;

        public boolean ended() {
            return this == SUCCEEDED || this == FAILED;
        }
    }

    public record FatalError(String code, String description) {
    }

    public TaskDocument {
        status = status == null ? Status.ACTIVE : status;
    }

    public String source() {
        return sourceEndpointId != null ? sourceEndpointId : sourceEndpoint;
    }

    public String destination() {
        return destinationEndpointId != null ? destinationEndpointId : destinationEndpoint;
    }

    public long bytes() {
        return bytesTransferred == null ? 0 : bytesTransferred;
    }

    public long filesDone() {
        return (filesTransferred == null ? 0 : filesTransferred) + (filesSkipped == null ? 0 : filesSkipped);
    }

    public long faultCount() {
        return faults == null ? 0 : faults;
    }

    public boolean paused() {
        return Boolean.TRUE.equals(isPaused);
    }

    /** The fields asked for in lists, so that one answer tells of a thousand tasks. */
    static final String LISTED = "task_id,type,status,label,request_time,completion_time,deadline,source_endpoint_id,"
            + "source_endpoint,destination_endpoint_id,destination_endpoint,source_endpoint_display_name,"
            + "destination_endpoint_display_name,files,files_skipped,files_transferred,bytes_transferred,faults,is_ok,"
            + "is_paused,nice_status,nice_status_details,nice_status_short_description,fatal_error,canceled_by_admin,"
            + "canceled_by_admin_message,subtasks_expired,subtasks_canceled,subtasks_failed,subtasks_skipped_errors,"
            + "effective_bytes_per_second";
}
