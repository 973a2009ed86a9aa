package org.diamondhpc.transfer.work;

import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.profile.SiteProfile.Reach;
import org.diamondhpc.site.session.CommandResult;
import org.diamondhpc.site.session.RemoteStream;
import org.diamondhpc.transfer.globus.domain.Consignment.Line;
import org.diamondhpc.transfer.work.EndException.End;

/**
 * Has the source site push its files with rsync to a site that it reaches by itself, where its profile says so: the
 * bytes do not pass through this service. Both ends are read back for their SHA-256.
 */
@ApplicationScoped
class RsyncMover implements Mover {
    private static final int LONGEST = 300;

    private final Reaches reaches;

    RsyncMover(Reaches reaches) {
        this.reaches = reaches;
    }

    @Override
    public String name() {
        return "rsync";
    }

    @Override
    public int rank() {
        return 2;
    }

    @Override
    public String why(Batch batch) {
        return batch.from().site() + " reaches " + batch.to().site() + " by itself";
    }

    @Override
    public boolean serves(Batch batch) {
        return batch.from() != null && batch.to() != null && !batch.from().same(batch.to())
                && reaches.from(batch.from().site(), batch.to().site()).isPresent();
    }

    @Override
    public void move(Batch batch, MoveLog log) {
        Reach reach = reaches.from(batch.from().site(), batch.to().site()).orElseThrow();
        // the same for each try: rsync finds what an earlier one brought
        String workshop = batch.landing().workshop() + "-" + UUID.nameUUIDFromBytes(
                (batch.token() + batch.from().site()).getBytes(java.nio.charset.StandardCharsets.UTF_8));
        List<Batch.Item> items = new ArrayList<>();
        List<Line> lines = lines(batch, workshop, items, log);
        if (lines.isEmpty()) {
            return;
        }
        EndException.atTarget(() -> batch.to().session().run(Program.READY
                .with(batch.landing().privacy(), workshop)).orThrow("making a folder"));
        Optional<String> trouble = push(batch, reach, lines, log);
        Delivery delivery = new Delivery(name(), workshop, lines, false, null, null);
        List<Moved> moved = new Unloading(delivery, batch.from(), batch).land(items, log);
        if (trouble.isEmpty()) {
            log.settled(moved);
            return;
        }
        List<Moved> there = moved.stream().filter(Moved.There.class::isInstance).toList();
        if (!there.isEmpty()) {
            log.settled(there);
        }
        if (there.size() < moved.size()) {
            throw new Declined("rsync from %s to %s failed: %s".formatted(batch.from().site(), batch.to().site(), trouble.get()));
        }
    }

    private static List<Line> lines(Batch batch, String workshop, List<Batch.Item> items, MoveLog log) {
        List<String> paths = SftpMover.asked(batch);
        List<Seen> seen = EndException.atSource(() -> batch.from().inspect(paths));
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < seen.size(); i++) {
            Batch.Item item = batch.items().get(i);
            Seen source = seen.get(i);
            Problem problem = SftpMover.problem(batch.from(), item, source);
            if (problem != null) {
                log.settled(List.of(new Moved.NotThere(item.number(), problem)));
                continue;
            }
            boolean tree = item.wish().tree();
            String end = tree ? "/" : "";
            items.add(item);
            lines.add(new Line(item.number(), tree, source.real(), tree ? 0 : source.size(), source.modified(),
                    source.real() + end, workshop + "/" + item.number() + end));
        }
        return lines;
    }

    /** @return why not all of it went; empty where rsync says that it did */
    private static Optional<String> push(Batch batch, Reach reach, List<Line> lines, MoveLog log) {
        List<String> pairs = lines.stream().flatMap(l -> List.of(l.source(), l.target()).stream()).toList();
        try (RemoteStream stream = EndException.atSource(() -> batch.from().session().open(Program.RSYNC
                .with(reach.host(), Integer.toString(reach.port())).within(Program.LONG)))) {
            stream.stdin().write(NulFields.bytes(pairs));
            stream.stdin().close();
            RsyncProgress progress = new RsyncProgress();
            byte[] buffer = new byte[1 << 12];
            for (int n = stream.stdout().read(buffer); n >= 0; n = stream.stdout().read(buffer)) {
                log.bytes(progress.more(buffer, n));
                log.checkStopped();
            }
            CommandResult end = EndException.atSource(stream::await);
            return end.exit() == 0 ? Optional.empty() : Optional.of(shortened(end.err().strip(), end.exit()));
        } catch (IOException e) {
            throw new EndException(End.SOURCE, Problem.of(Reason.TRANSFER_INTERRUPTED, String.valueOf(e.getMessage())), e);
        }
    }

    /** Its last line is the one that counts. */
    private static String shortened(String err, int exit) {
        String line = err.substring(err.lastIndexOf('\n') + 1);
        return line.isEmpty() ? "exit " + exit : line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
    }
}
