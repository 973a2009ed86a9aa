package org.diamondhpc.transfer.domain;

/**
 * A file as it was seen at a site.
 *
 * @param relative relative to the folder that was looked at
 * @param size bytes
 * @param modified seconds since 1970, by the site's clock
 * @param sha256 lower-case hex; null where it was too large to be read there and then
 */
public record FoundFile(String relative, long size, long modified, String sha256) {
}
