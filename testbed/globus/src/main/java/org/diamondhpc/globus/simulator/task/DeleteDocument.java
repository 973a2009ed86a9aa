package org.diamondhpc.globus.simulator.task;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/** A deletion as submitted. */
public record DeleteDocument(String submissionId, String label, String deadline, String endpoint, Boolean recursive,
        Boolean ignoreMissing, Boolean interpretGlobs, String localUser, Boolean notifyOnSucceeded,
        Boolean notifyOnFailed, Boolean notifyOnInactive, @JsonProperty("DATA") List<Item> data) {
    public DeleteDocument {
        data = data == null ? List.of() : List.copyOf(data);
    }

    public record Item(String path) { }

    public boolean recursively() {
        return Boolean.TRUE.equals(recursive);
    }

    public boolean ignoringMissing() {
        return Boolean.TRUE.equals(ignoreMissing);
    }

    public boolean globbing() {
        return Boolean.TRUE.equals(interpretGlobs);
    }
}
