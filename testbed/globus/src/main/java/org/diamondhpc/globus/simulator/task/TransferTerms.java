package org.diamondhpc.globus.simulator.task;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/** What was agreed for a transfer, defaults filled in: checksums are verified, links ignored, the rest is off. */
public record TransferTerms(OptionalInt syncLevel, boolean verifyChecksum, boolean encryptData,
        boolean preserveTimestamp, boolean skipSourceErrors, boolean failOnQuotaErrors, boolean deleteDestinationExtra,
        Symlinks symlinks, List<TransferDocument.Rule> rules) {
    /** What happens to symbolic links inside directories. */
    public enum Symlinks {
        IGNORE, KEEP, COPY;

        static Optional<Symlinks> named(String name) {
            return List.of(values()).stream().filter(s -> s.name().toLowerCase(Locale.ROOT).equals(name))
                    .findFirst();
        }

        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public static final int EXISTS = 0;
    public static final int SIZE = 1;
    public static final int TIME = 2;
    public static final int CHECKSUM = 3;

    /** Of a document that {@link Validation} has passed. */
    static TransferTerms of(TransferDocument d) {
        return new TransferTerms(d.syncLevel() == null ? OptionalInt.empty() : OptionalInt.of(d.syncLevel()),
                Objects.requireNonNullElse(d.verifyChecksum(), true), on(d.encryptData()), on(d.preserveTimestamp()),
                on(d.skipSourceErrors()), on(d.failOnQuotaErrors()), on(d.deleteDestinationExtra()),
                Symlinks.named(Objects.requireNonNullElse(d.recursiveSymlinks(), "ignore")).orElseThrow(),
                d.filterRules());
    }

    private static boolean on(Boolean flag) {
        return Boolean.TRUE.equals(flag);
    }
}
