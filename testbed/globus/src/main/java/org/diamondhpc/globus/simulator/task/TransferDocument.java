package org.diamondhpc.globus.simulator.task;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** A transfer as submitted. What is absent has the service's default from {@link TransferTerms} on. */
public record TransferDocument(String submissionId, String label, String deadline, String sourceEndpoint,
        String destinationEndpoint, Integer syncLevel, Boolean verifyChecksum, Boolean encryptData,
        Boolean preserveTimestamp, Boolean skipSourceErrors, Boolean failOnQuotaErrors, Boolean deleteDestinationExtra,
        String recursiveSymlinks, String sourceLocalUser, String destinationLocalUser, List<Rule> filterRules,
        Boolean notifyOnSucceeded, Boolean notifyOnFailed, Boolean notifyOnInactive,
        @JsonProperty("DATA") List<Item> data) {
    public TransferDocument {
        data = data == null ? List.of() : List.copyOf(data);
        filterRules = filterRules == null ? List.of() : List.copyOf(filterRules);
    }

    /** @param recursive null where the service shall find out */
    public record Item(@JsonProperty("DATA_TYPE") String dataType, String sourcePath, String destinationPath,
            Boolean recursive, String externalChecksum, String checksumAlgorithm) {
        public boolean symlink() {
            return "transfer_symlink_item".equals(dataType);
        }

        /** MD5 unless said otherwise. */
        public String algorithm() {
            return Objects.requireNonNullElse(checksumAlgorithm, "md5");
        }

        public Optional<String> checksum() {
            return Optional.ofNullable(externalChecksum);
        }
    }

    /** @param type file, dir or null for both */
    public record Rule(String method, String type, String name) { }
}
