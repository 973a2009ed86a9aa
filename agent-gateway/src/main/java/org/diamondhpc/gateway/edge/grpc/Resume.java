package org.diamondhpc.gateway.edge.grpc;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.gateway.page.Cursor;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;

/** Where a stream goes on. A token is one stream's and no other's. */
final class Resume {
    private Resume() {
    }

    static String token(String stream, Object position) {
        return new Cursor(stream, position.toString()).text();
    }

    /**
     * Empty where none was sent.
     *
     * @throws DiamondException {@code INVALID_CURSOR}
     */
    static Optional<Instant> time(String stream, String token) {
        try {
            return Optional.ofNullable(Cursor.after(stream, Pieces.pageToken(token))).map(Instant::parse);
        } catch (DateTimeParseException e) {
            throw new DiamondException(Problem.of(Reason.INVALID_CURSOR, "the resume token is not one of this stream"),
                    e);
        }
    }

    /**
     * Empty where none was sent.
     *
     * @throws DiamondException {@code INVALID_CURSOR}
     */
    static Optional<Long> number(String stream, String token) {
        try {
            return Optional.ofNullable(Cursor.after(stream, Pieces.pageToken(token))).map(Long::valueOf);
        } catch (NumberFormatException e) {
            throw new DiamondException(Problem.of(Reason.INVALID_CURSOR, "the resume token is not one of this stream"),
                    e);
        }
    }
}
