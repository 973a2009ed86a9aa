package org.diamondhpc.globus.simulator.task;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.diamondhpc.globus.simulator.http.Json;

/** A file that arrived. @param checksum null where none was made */
public record SuccessfulTransfer(String sourcePath, String destinationPath, long size, String checksum,
        String algorithm) {
    ObjectNode document() {
        return Json.document("successful_transfer").put("source_path", sourcePath)
                .put("destination_path", destinationPath).put("size", size).put("checksum", checksum)
                .put("checksum_algorithm", algorithm).put("dynamic", false);
    }
}
