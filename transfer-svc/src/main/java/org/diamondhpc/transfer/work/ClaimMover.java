package org.diamondhpc.transfer.work;

import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.diamondhpc.messaging.ClaimRef;
import org.diamondhpc.messaging.ClaimStore;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.transfer.domain.Source;

/** Brings what Diamond itself holds, inline text and its store's content, to a site. */
@ApplicationScoped
class ClaimMover implements Mover {
    private final ClaimStore store;
    private final Clock clock;

    ClaimMover(ClaimStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    @Override
    public String name() {
        return "claim";
    }

    @Override
    public boolean serves(Batch batch) {
        return batch.from() == null && batch.to() != null;
    }

    @Override
    public void move(Batch batch, MoveLog log) {
        long now = clock.instant().getEpochSecond();
        List<Moved> settled = new ArrayList<>();
        List<Piece> pieces = new ArrayList<>();
        Map<Integer, Bytes> contents = new HashMap<>();
        for (Batch.Item item : batch.items()) {
            Problem problem = problem(item);
            if (problem != null) {
                settled.add(new Moved.NotThere(item.number(), problem));
                continue;
            }
            contents.put(item.number(), bytes(item));
            pieces.add(Piece.file(item.number(), item.wish(), null, size(item), now));
        }
        if (!settled.isEmpty()) {
            log.settled(settled);
        }
        if (!pieces.isEmpty()) {
            new Sender(batch, log, name()).send(pieces, Map.of(), files -> new FromStore(contents),
                    piece -> contents.get(piece.number()));
        }
    }

    private Problem problem(Batch.Item item) {
        if (!(item.source() instanceof Source.Stored)) {
            return null;
        }
        if (item.wish().tree() || item.wish().size() == null) {
            return Problem.of(Reason.TRANSFER_FAILED, "the store holds single files of known size");
        }
        return store.exists(claim(item)) ? null
                : Problem.of(Reason.TRANSFER_SOURCE_MISSING, "Diamond's store no longer holds " + item.wish().label());
    }

    private Bytes bytes(Batch.Item item) {
        return item.source() instanceof Source.Inline inline
                ? new Bytes.Given(inline.text().getBytes(StandardCharsets.UTF_8))
                : new Bytes.Stored(store, claim(item));
    }

    private static long size(Batch.Item item) {
        return item.source() instanceof Source.Inline inline
                ? inline.text().getBytes(StandardCharsets.UTF_8).length : item.wish().size();
    }

    private static ClaimRef claim(Batch.Item item) {
        return new ClaimRef(((Source.Stored) item.source()).sha256(), item.wish().size());
    }

    /** Opens one content after another. */
    private static final class FromStore implements ParcelSource {
        private final Map<Integer, Bytes> contents;
        private InputStream current = InputStream.nullInputStream();

        private FromStore(Map<Integer, Bytes> contents) {
            this.contents = contents;
        }

        @Override
        public InputStream next(Piece piece) {
            close();
            current = EndException.atSource(() -> contents.get(piece.number()).open(0));
            return current;
        }

        @Override
        public void finish() {
            close();
        }

        @Override
        public void close() {
            try {
                current.close();
            } catch (IOException e) {
                throw new EndException(EndException.End.SOURCE,
                        Problem.of(Reason.TRANSFER_INTERRUPTED, String.valueOf(e.getMessage())), e);
            }
        }
    }
}
