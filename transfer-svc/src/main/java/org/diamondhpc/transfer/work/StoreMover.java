package org.diamondhpc.transfer.work;

import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.messaging.ClaimRef;
import org.diamondhpc.messaging.ClaimStore;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.transfer.domain.Arrival;
import org.diamondhpc.transfer.domain.Wish;
import org.diamondhpc.transfer.work.EndException.End;

/** Brings files from a site into Diamond's own store. What is there already under its checksum is not moved. */
@ApplicationScoped
class StoreMover implements Mover {
    private final ClaimStore store;

    StoreMover(ClaimStore store) {
        this.store = store;
    }

    @Override
    public String name() {
        return "store";
    }

    @Override
    public boolean serves(Batch batch) {
        return batch.to() == null;
    }

    @Override
    public void move(Batch batch, MoveLog log) {
        if (batch.from() == null) {
            batch.items().forEach(item -> log.settled(List.of(held(item))));
            return;
        }
        List<String> paths = SftpMover.asked(batch);
        List<Seen> seen = EndException.atSource(() -> batch.from().inspect(paths));
        for (int i = 0; i < seen.size(); i++) {
            log.checkStopped();
            Batch.Item item = batch.items().get(i);
            Problem problem = SftpMover.problem(batch.from(), item, seen.get(i));
            log.settled(List.of(problem != null ? new Moved.NotThere(item.number(), problem)
                    : item.wish().tree() ? tree(batch, item, seen.get(i), log) : one(batch, item, seen.get(i), log)));
        }
    }

    private Moved one(Batch batch, Batch.Item item, Seen source, MoveLog log) {
        Wish wish = item.wish();
        if (wish.sha256() != null && store.exists(new ClaimRef(wish.sha256(), source.size()))) {
            return new Moved.There(Arrival.file(item.number(), source.size(), wish.sha256(), false, name()), List.of());
        }
        ClaimRef ref = fetch(batch.from(), source.real(), source.size(), log);
        if (wish.sha256() != null && !wish.sha256().equals(ref.sha256())) {
            return new Moved.NotThere(item.number(), Problem.of(Reason.TRANSFER_CHECKSUM_MISMATCH,
                    "the source has other bytes than it should: sha256 " + ref.sha256()));
        }
        return new Moved.There(Arrival.file(item.number(), ref.size(), ref.sha256(), true, name()),
                List.of(new ReplicaFact(batch.from().account(), source.real(), ref.sha256(), ref.size(),
                        source.modified())));
    }

    private Moved tree(Batch batch, Batch.Item item, Seen source, MoveLog log) {
        List<Arrival.Inside> inside = new ArrayList<>();
        for (Piece piece : EndException.atSource(() -> Listings.tree(batch.from(), source.real(), item.number(),
                new Wish(item.wish().label(), "/", true, false, null, null, null)))) {
            if (piece.isFile()) {
                log.checkStopped();
                ClaimRef ref = fetch(batch.from(), piece.from(), piece.size(), log);
                inside.add(new Arrival.Inside(piece.to().substring(1), ref.size(), ref.sha256()));
            }
        }
        return new Moved.There(Arrival.tree(item.number(), inside, true, name()), List.of());
    }

    /**
     * One file into the store.
     *
     * @throws EndException of either end
     */
    ClaimRef fetch(Place from, String real, long size, MoveLog log) {
        Sha256.Reading in = new Sha256.Reading(
                EndException.atSource(() -> new Bytes.AtSite(from, real).open(0)), n -> {
                    log.bytes(n);
                    log.checkStopped();
                });
        ClaimRef ref;
        try (in) {
            ref = EndException.atTarget(() -> store.put(in));
        } catch (EndException e) {
            throw in.failure() == null ? e : new EndException(End.SOURCE, e.problem(), e);
        } catch (IOException e) {
            throw new EndException(End.SOURCE, Problem.of(Reason.TRANSFER_INTERRUPTED, e.getMessage()), e);
        }
        if (in.count() != size) {
            throw new EndException(End.SOURCE, Problem.of(Reason.TRANSFER_CHECKSUM_MISMATCH,
                    "the source changed while it was read"), null);
        }
        return ref;
    }

    private Moved held(Batch.Item item) {
        Wish wish = item.wish();
        boolean there = wish.sha256() != null && wish.size() != null
                && store.exists(new ClaimRef(wish.sha256(), wish.size()));
        return there ? new Moved.There(Arrival.file(item.number(), wish.size(), wish.sha256(), false, name()), List.of())
                : new Moved.NotThere(item.number(), Problem.of(Reason.TRANSFER_SOURCE_MISSING,
                        "Diamond's store does not hold " + wish.label()));
    }
}
