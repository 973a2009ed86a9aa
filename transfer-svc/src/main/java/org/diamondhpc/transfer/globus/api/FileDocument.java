package org.diamondhpc.transfer.globus.api;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;

/**
 * A file or folder as a collection shows it.
 *
 * @param type {@code dir}, {@code file}, {@code invalid_symlink}, {@code chr}, {@code blk}, {@code pipe}, {@code other}; of
 *     what a link points to where it is one
 * @param size bytes
 * @param linkTarget where the link points; null where it is none
 * @param permissions octal, for example {@code 0755}; null where the collection does not tell
 */
public record FileDocument(String name, String type, Long size, String lastModified, String permissions,
        String linkTarget) {
    public boolean link() {
        return linkTarget != null || "invalid_symlink".equals(type);
    }

    public boolean folder() {
        return !link() && "dir".equals(type);
    }

    /** Times of files have a space instead of a T, and a zone or none; null where it cannot be read. */
    public Instant modified() {
        if (lastModified == null) {
            return null;
        }
        String text = lastModified.strip().replace(' ', 'T');
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException zoneless) {
            try {
                return LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
            } catch (DateTimeParseException e) {
                return null;
            }
        }
    }
}
