package org.diamondhpc.globus.simulator.task;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.diamondhpc.globus.simulator.http.Refusal;

/** Refuses documents as the service does. */
final class Validation {
    private static final int LONGEST_LABEL = 128;
    private static final Set<String> ALGORITHMS = Set.of("md5", "sha1", "sha256", "sha384", "sha512");
    private static final DateTimeFormatter DEADLINE = new DateTimeFormatterBuilder()
            .appendPattern("yyyy-MM-dd['T'][' ']HH:mm:ss").appendFraction(ChronoField.NANO_OF_SECOND,
                    0, 9, true).appendPattern("[XXX][XX][X]").toFormatter();

    private Validation() { }

    static Order.Transfer transfer(TransferDocument d) {
        submissionId(d.submissionId());
        label(d.label());
        if (d.data().isEmpty()) {
            throw Refusal.of(400, "ClientError.BadRequest.NoTransferItems", "A transfer requires at least one item");
        }
        required(d.sourceEndpoint(), "source_endpoint");
        required(d.destinationEndpoint(), "destination_endpoint");
        if (d.syncLevel() != null && (d.syncLevel() < 0 || d.syncLevel() > 3)) {
            throw Refusal.badRequest("sync_level must be 0, 1, 2 or 3");
        }
        if (d.recursiveSymlinks() != null && TransferTerms.Symlinks.named(d.recursiveSymlinks()).isEmpty()) {
            throw Refusal.badRequest("recursive_symlinks must be 'ignore', 'keep' or 'copy'");
        }
        d.data().forEach(Validation::item);
        d.filterRules().forEach(Validation::rule);
        return new Order.Transfer(d, TransferTerms.of(d));
    }

    static Order.Delete delete(DeleteDocument d) {
        submissionId(d.submissionId());
        label(d.label());
        if (d.data().isEmpty()) {
            throw Refusal.of(400, "ClientError.BadRequest.NoDeleteItems", "A delete requires at least one item");
        }
        required(d.endpoint(), "endpoint");
        d.data().forEach(i -> required(i.path(), "path"));
        return new Order.Delete(d);
    }

    /** In one of the forms clients send; without an offset it is UTC. */
    static Instant deadline(String text, Instant now) {
        try {
            TemporalAccessor parsed = DEADLINE.parseBest(text, OffsetDateTime::from,
                    LocalDateTime::from);
            Instant deadline = parsed instanceof OffsetDateTime with ? with.toInstant()
                    : ((java.time.LocalDateTime) parsed).toInstant(ZoneOffset.UTC);
            if (deadline.isAfter(now)) {
                return deadline;
            }
        } catch (DateTimeException e) {
            throw Refusal.badRequest("deadline is not a time: " + text);
        }
        throw Refusal.badRequest("deadline must be in the future");
    }

    static void label(String label) {
        if (label != null && (label.length() > LONGEST_LABEL || label.indexOf('\n') >= 0
                || !label.equals(label.strip()))) {
            throw Refusal.badRequest("label must have at most " + LONGEST_LABEL
                    + " characters, no newline and no blanks around it");
        }
    }

    private static void item(TransferDocument.Item item) {
        required(item.sourcePath(), "source_path");
        required(item.destinationPath(), "destination_path");
        if (item.dataType() != null && !List.of("transfer_item", "transfer_symlink_item").contains(item.dataType())) {
            throw Refusal.badRequest("unknown item '" + item.dataType() + "'");
        }
        if (item.checksum().isPresent() && !ALGORITHMS.contains(algorithm(item))) {
            throw Refusal.badRequest("unknown checksum_algorithm '" + item.algorithm() + "'");
        }
        if (item.checksum().isPresent() && Boolean.TRUE.equals(item.recursive())) {
            throw Refusal.badRequest("external_checksum is for files only");
        }
    }

    private static String algorithm(TransferDocument.Item item) {
        return item.algorithm().toLowerCase(Locale.ROOT).replace("-", "");
    }

    private static void rule(TransferDocument.Rule rule) {
        required(rule.name(), "name");
        if (rule.method() != null && !List.of("exclude", "include").contains(rule.method())) {
            throw Refusal.badRequest("method must be 'exclude' or 'include'");
        }
        if (rule.type() != null && !List.of("file", "dir").contains(rule.type())) {
            throw Refusal.badRequest("type must be 'file' or 'dir'");
        }
    }

    private static void submissionId(String id) {
        try {
            if (id != null && UUID.fromString(id).toString().equalsIgnoreCase(id)) {
                return;
            }
        } catch (IllegalArgumentException e) {
            // refused below
        }
        throw Refusal.badRequest("submission_id must be one that the service gave");
    }

    private static void required(String value, String field) {
        if (value == null || value.isEmpty()) {
            throw Refusal.badRequest("'" + field + "' is required");
        }
    }
}
