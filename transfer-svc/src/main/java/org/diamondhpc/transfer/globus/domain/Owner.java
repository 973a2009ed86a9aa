package org.diamondhpc.transfer.globus.domain;

/**
 * The row of the work table that waits for files.
 *
 * @param token tells this errand from a later one under the same key: an attempt or a transfer
 */
public record Owner(String kind, String key, String token) {
}
