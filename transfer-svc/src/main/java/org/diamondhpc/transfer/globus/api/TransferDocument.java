package org.diamondhpc.transfer.globus.api;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import org.diamondhpc.schemas.Absent;

/**
 * What {@code POST transfer} takes. Options that are null are not sent, so that Globus's own defaults hold.
 *
 * @param submissionId sent again it is the same submission, however often
 * @param label at most 128 characters, no line break
 * @param deadline when Globus gives up; its own default is 24 hours
 * @param syncLevel 0 what is missing, 1 other sizes, 2 newer, 3 other checksums; null: everything
 * @param recursiveSymlinks {@code ignore}, {@code keep} or {@code copy}
 * @param filterRules the first that matches decides; what none matches is taken
 */
public record TransferDocument(@JsonProperty("DATA_TYPE") String dataType, String submissionId, String sourceEndpoint,
        String destinationEndpoint, String label, Instant deadline, Integer syncLevel, Boolean verifyChecksum,
        Boolean encryptData, Boolean preserveTimestamp, Boolean skipSourceErrors, Boolean failOnQuotaErrors,
        Boolean notifyOnSucceeded, Boolean notifyOnFailed, Boolean notifyOnInactive, String recursiveSymlinks,
        List<FilterRule> filterRules, @JsonProperty("DATA") List<Item> data) {
    public static final String TYPE = "transfer";
    public static final int LONGEST_LABEL = 128;

    public TransferDocument {
        data = Absent.list(data);
    }

    public TransferDocument until(Instant later) {
        return new TransferDocument(dataType, submissionId, sourceEndpoint, destinationEndpoint, label, later, syncLevel,
                verifyChecksum, encryptData, preserveTimestamp, skipSourceErrors, failOnQuotaErrors, notifyOnSucceeded,
                notifyOnFailed, notifyOnInactive, recursiveSymlinks, filterRules, data);
    }

    /** One file, or one folder with all that is in it. */
    public record Item(@JsonProperty("DATA_TYPE") String dataType, String sourcePath, String destinationPath,
            boolean recursive) {
        public static Item of(String source, String destination, boolean recursive) {
            return new Item("transfer_item", source, destination, recursive);
        }
    }

    /** @param type {@code file} or {@code dir}; null for both */
    public record FilterRule(@JsonProperty("DATA_TYPE") String dataType, String method, String name, String type) {
        public static FilterRule exclude(String name) {
            return new FilterRule("filter_rule", "exclude", name, null);
        }
    }
}
