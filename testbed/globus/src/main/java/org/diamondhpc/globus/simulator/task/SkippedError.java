package org.diamondhpc.globus.simulator.task;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import org.diamondhpc.globus.simulator.http.Json;
import org.diamondhpc.globus.simulator.model.EventCode;

/** A source that could not be read and was left out, as the submitter wished. */
public record SkippedError(EventCode code, String details, Instant time, String sourcePath, String destinationPath,
        boolean directory, boolean symlink, String externalChecksum, String algorithm) {
    ObjectNode document() {
        return Json.document("skipped_error").put("error_code", code.name()).put("error_details", details)
                .put("error_time", Json.taskTime(time)).put("source_path", sourcePath)
                .put("destination_path", destinationPath).put("is_directory", directory).put("is_symlink", symlink)
                .put("is_delete_destination_extra", false).put("external_checksum", externalChecksum)
                .put("checksum_algorithm", algorithm);
    }
}
