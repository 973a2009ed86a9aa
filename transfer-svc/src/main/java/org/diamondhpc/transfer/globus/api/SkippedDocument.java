package org.diamondhpc.transfer.globus.api;

/**
 * A file that a transfer left out since the source could not give it.
 *
 * @param sourcePath in the source collection
 */
public record SkippedDocument(String errorCode, String errorDetails, String sourcePath, String destinationPath) {
}
