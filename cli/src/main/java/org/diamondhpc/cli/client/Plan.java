package org.diamondhpc.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.diamondhpc.schemas.task.Candidate;
import org.diamondhpc.schemas.task.Placement;

/** Where a task would go. */
public record Plan(JsonNode json) implements Document {
    /** Null where no place can be had; {@code /problem} says why. */
    public Placement chosen() {
        return object("/chosen", Placement.class);
    }

    public List<Candidate> candidates() {
        return list("/candidates", Candidate.class);
    }
}
