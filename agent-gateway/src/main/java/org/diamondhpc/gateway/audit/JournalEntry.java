package org.diamondhpc.gateway.audit;

import com.fasterxml.jackson.annotation.JsonRawValue;
import java.time.Instant;

/**
 * One event as it was seen.
 *
 * @param seq counts from 1 for each task or transfer; what a stream resumes by
 * @param type the CloudEvents type
 * @param body the event as JSON
 */
public record JournalEntry(int seq, String id, String type, Instant time, @JsonRawValue String body) {
}
