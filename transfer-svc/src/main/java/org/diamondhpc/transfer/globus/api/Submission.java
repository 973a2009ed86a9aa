package org.diamondhpc.transfer.globus.api;

/** The answer to a submission; {@code code} is {@code Accepted}, or {@code Duplicate} where it was known already. */
public record Submission(String code, String message, String requestId, String submissionId, String taskId) {
}
