package org.diamondhpc.transfer.globus.api;

/**
 * A collection as Globus describes it.
 *
 * @param entityType {@code GCSv5_mapped_collection}, {@code GCSv5_guest_collection}, {@code GCP_mapped_collection}, …
 */
public record EndpointDocument(String id, String displayName, String entityType, Boolean highAssurance) {
    public boolean assured() {
        return Boolean.TRUE.equals(highAssurance);
    }
}
