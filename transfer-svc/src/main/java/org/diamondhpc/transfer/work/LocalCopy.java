package org.diamondhpc.transfer.work;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.session.CommandResult;
import org.diamondhpc.transfer.domain.Arrival;

/** Copies within one account at one site, by the site itself: no byte goes over the network. */
@ApplicationScoped
class LocalCopy implements Mover {
    /** Arguments travel in one command line, which Linux limits to 128 KiB; quoting may lengthen them. */
    private static final int MOST_ARGUMENTS = 24_000;

    @Override
    public String name() {
        return "local";
    }

    @Override
    public String why(Batch batch) {
        return "both ends are the same account";
    }

    @Override
    public boolean serves(Batch batch) {
        return batch.from() != null && batch.from().same(batch.to());
    }

    /** A copy within the site beats every way over the network. */
    @Override
    public int rank() {
        return 0;
    }

    @Override
    public void move(Batch batch, MoveLog log) {
        List<String> paths = SftpMover.asked(batch);
        List<Seen> seen = EndException.atSource(() -> batch.from().inspect(paths));
        List<Batch.Item> files = new ArrayList<>();
        List<String> arguments = new ArrayList<>();
        int length = 0;
        for (int i = 0; i < seen.size(); i++) {
            log.checkStopped();
            Batch.Item item = batch.items().get(i);
            Problem problem = SftpMover.problem(batch.from(), item, seen.get(i));
            if (problem != null) {
                log.settled(List.of(new Moved.NotThere(item.number(), problem)));
            } else if (item.wish().tree()) {
                log.settled(List.of(tree(batch, item, seen.get(i))));
            } else {
                files.add(item);
                arguments.addAll(List.of(seen.get(i).real(), item.wish().to(), item.wish().executable() ? "x" : "-",
                        item.wish().sha256() == null ? "-" : item.wish().sha256()));
                length += seen.get(i).real().length() + item.wish().to().length();
                if (length > MOST_ARGUMENTS) {
                    log.settled(copy(batch, files, arguments));
                    files.clear();
                    arguments.clear();
                    length = 0;
                }
            }
        }
        if (!files.isEmpty()) {
            log.settled(copy(batch, files, arguments));
        }
    }

    private List<Moved> copy(Batch batch, List<Batch.Item> files, List<String> perFile) {
        List<String> arguments = new ArrayList<>(List.of(batch.landing().privacy()));
        arguments.addAll(perFile);
        CommandResult result = EndException.atTarget(() ->
                batch.to().session().run(Program.LOCAL.with(arguments).within(Program.LONG)).orThrow("copying"));
        String[] lines = result.out().split("\n");
        List<Moved> moved = new ArrayList<>();
        for (int i = 0; i < files.size(); i++) {
            moved.add(moved(batch, files.get(i), perFile.get(4 * i), lines[i]));
        }
        return moved;
    }

    private Moved moved(Batch batch, Batch.Item item, String source, String line) {
        String where = batch.from().site() + ":" + source;
        String[] facts = line.split(" ");
        if (facts[0].equals("different")) {
            return new Moved.NotThere(item.number(), Problem.of(Reason.TRANSFER_CHECKSUM_MISMATCH,
                    where + " has other bytes than it should: sha256 " + facts[1]));
        }
        if (facts.length != 3) {
            return new Moved.NotThere(item.number(), line.equals("denied")
                    ? Problem.of(Reason.SITE_PERMISSION_DENIED, where + " may not be read")
                    : Problem.of(Reason.TRANSFER_SOURCE_MISSING, where + " does not exist"));
        }
        String sha256 = facts[0];
        long size = Long.parseLong(facts[1]);
        return new Moved.There(Arrival.file(item.number(), size, sha256, false, name()), List.of(new ReplicaFact(
                batch.to().account(), item.wish().to(), sha256, size, Long.parseLong(facts[2]))));
    }

    private Moved tree(Batch batch, Batch.Item item, Seen source) {
        CommandResult result = EndException.atTarget(() -> batch.to().session().run(Program.LOCALTREE
                .with(source.real(), item.wish().to(), batch.landing().privacy()).within(Program.LONG))
                .orThrow("copying a folder"));
        List<Arrival.Inside> inside = NulFields.of(result.stdout()).stream().map(field -> {
            String[] entry = field.split(" ", 2);
            return new Arrival.Inside(entry[1], Long.parseLong(entry[0]), null);
        }).toList();
        return new Moved.There(Arrival.tree(item.number(), inside, false, name()), List.of());
    }
}
