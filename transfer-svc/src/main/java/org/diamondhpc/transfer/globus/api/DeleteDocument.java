package org.diamondhpc.transfer.globus.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;

/** What {@code POST delete} takes. */
public record DeleteDocument(@JsonProperty("DATA_TYPE") String dataType, String submissionId, String endpoint,
        String label, Instant deadline, boolean recursive, boolean ignoreMissing, boolean interpretGlobs,
        Boolean notifyOnSucceeded, Boolean notifyOnFailed, Boolean notifyOnInactive,
        @JsonProperty("DATA") List<Item> data) {
    public static final String TYPE = "delete";

    /** Whole folders, taken by their names as they are; what is gone already is no error. */
    public static DeleteDocument folders(String submission, String endpoint, String label, List<String> paths) {
        return of(submission, endpoint, label, paths, true);
    }

    /** These and no more: without {@code recursive} a folder is refused. What is gone already is no error. */
    public static DeleteDocument of(String submission, String endpoint, String label, List<String> paths,
            boolean recursive) {
        return new DeleteDocument(TYPE, submission, endpoint, label, null, recursive, true, false, false, false, false,
                paths.stream().map(p -> new Item("delete_item", p)).toList());
    }

    public record Item(@JsonProperty("DATA_TYPE") String dataType, String path) {
    }
}
