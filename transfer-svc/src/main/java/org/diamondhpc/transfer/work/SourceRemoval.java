package org.diamondhpc.transfer.work;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.diamondhpc.schemas.event.TransferEvent.Item;
import org.diamondhpc.schemas.event.TransferEvent.TransferRequested;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.task.Replica;
import org.diamondhpc.site.session.CommandResult;
import org.diamondhpc.site.session.RemoteFile;
import org.diamondhpc.transfer.domain.Arrival;
import org.diamondhpc.transfer.domain.AskedPath;
import org.diamondhpc.transfer.domain.Haul;
import org.diamondhpc.transfer.domain.Removal;
import org.diamondhpc.transfer.domain.Trouble;
import org.diamondhpc.transfer.globus.Deletions;
import org.diamondhpc.transfer.globus.domain.CollectionRoot;
import org.diamondhpc.transfer.globus.domain.Shipment;
import org.diamondhpc.transfer.globus.domain.Way;

/**
 * Deletes at the sources what has been moved away: file by file, and only files that are known to be the same at both
 * ends and have not changed since. What Globus brought Globus deletes, as one task a wish; else the site does. Whatever
 * is not surely at the target stays, and that is said. Throws where a site is away.
 */
@ApplicationScoped
class SourceRemoval {
    private final Places places;
    private final GlobusRoots roots;
    private final Copies copies;
    private final Deletions deletions;

    SourceRemoval(Places places, GlobusRoots roots, Copies copies, Deletions deletions) {
        this.places = places;
        this.roots = roots;
        this.copies = copies;
        this.deletions = deletions;
    }

    /** The first arrival that is not dealt with; empty at the end. */
    static Optional<Arrival> next(Haul haul, Removal removal) {
        return haul.arrived().stream().filter(a -> !removal.done().contains(a.wish())).findFirst();
    }

    /**
     * One step with one arrival. The same where Globus has not ended yet.
     *
     * @throws DiamondException where an end is away
     */
    Removal step(TransferRequested request, Arrival arrival, Removal removal) {
        Item item = request.items().get(arrival.wish());
        Replica source = item.sources().getFirst();
        Place from = places.of(source.site(), request.tenant());
        String given = removal.deletions().get(arrival.wish());
        try {
            return given == null ? begin(request, item, arrival, from, removal) : look(given, item, arrival, from, removal);
        } catch (DiamondException e) {
            if (Trouble.of(e.reason()) == Trouble.AWAY) {
                throw e;
            }
            return removal.done(arrival.wish(), 0, item.from() + " stays: " + e.problem().detail());
        }
    }

    private Removal begin(TransferRequested request, Item item, Arrival arrival, Place from, Removal removal) {
        String asked = from.absolute(AskedPath.parse(item.sources().getFirst().path()));
        if (from.session().files().lstat(asked).filter(f -> f.kind() == RemoteFile.Kind.LINK).isPresent()) {
            return removal.done(arrival.wish(), 0, item.from() + " stays: it is a link, and what it points to was moved");
        }
        String real = from.rules().mayRemove(from.resolved(asked));
        boolean tree = arrival.sha256() == null;
        if (tree) {
            from.rules().mayReadTree(real);
        }
        List<Twin> all = twins(from, real, item, arrival, request, tree);
        List<Twin> same = all.stream().filter(Twin::same).toList();
        if (same.isEmpty()) {
            return emptied(from, real, tree, item, arrival, removal, 0, all.size());
        }
        Optional<CollectionRoot> root = GlobusMover.NAME.equals(arrival.mover())
                ? CollectionRoot.of(roots.of(from), real) : Optional.empty();
        if (root.isPresent()) {
            Way way = new Way(from.site(), root.get().collection(), from.site(), root.get().collection(), root.get().assured());
            return removal.given(arrival.wish(), deletions.begin(request.tenant(), way, same.stream()
                    .map(t -> root.get().path(t.source()).orElseThrow()).toList(), false));
        }
        return emptied(from, real, tree, item, arrival, removal, retracted(from, same), all.size());
    }

    /** A file at the source with what is known of the one at the target. */
    private record Twin(String source, long size, long modified, boolean same) {
    }

    private List<Twin> twins(Place from, String real, Item item, Arrival arrival, TransferRequested request, boolean tree) {
        Map<String, String> arrived = new HashMap<>();
        if (!tree) {
            arrived.put(real, arrival.sha256());
        } else if (arrival.inside().size() == arrival.files() && arrival.inside().stream().allMatch(i -> i.sha256() != null)) {
            arrival.inside().forEach(i -> arrived.put(Listings.below(real, i.relative()), i.sha256()));
        } else if (item.to().site() != null) {
            Place to = places.of(item.to().site(), request.tenant());
            String folder = to.resolved(to.absolute(AskedPath.parse(item.to().path())));
            sums(to, files(to, folder)).forEach((path, sum) -> arrived.put(real + path.substring(folder.length()), sum));
        }
        List<Piece> there = tree ? files(from, real) : single(from, real);
        Map<String, String> sources = sums(from, there);
        return there.stream().map(p -> new Twin(p.from(), p.size(), p.modified(), sources.get(p.from()) != null
                && sources.get(p.from()).equals(arrived.get(p.from())))).toList();
    }

    private static List<Piece> single(Place at, String real) {
        Seen seen = at.inspect(List.of(real)).getFirst();
        return seen.kind() != Seen.Kind.FILE ? List.of()
                : List.of(new Piece(Piece.Kind.FILE, 0, real, real, seen.size(), seen.modified(), false, null, null));
    }

    private static List<Piece> files(Place at, String folder) {
        if (at.inspect(List.of(folder)).getFirst().kind() != Seen.Kind.FOLDER) {
            return List.of();
        }
        return Listings.tree(at, folder, 0, "").stream().filter(Piece::isFile).toList();
    }

    /** As the catalogue knows them where they have not changed; else they are read. */
    private Map<String, String> sums(Place at, List<Piece> files) {
        Map<String, String> sums = new HashMap<>();
        List<String> unknown = new ArrayList<>();
        for (Piece file : files) {
            copies.content(at.account(), file.from(), file.size(), file.modified()).ifPresentOrElse(
                    sum -> sums.put(file.from(), sum), () -> unknown.add(file.from()));
        }
        if (!unknown.isEmpty()) {
            sums.putAll(Listings.sums(at, unknown));
        }
        return sums;
    }

    /** Each is looked at once more right before it goes. */
    private static int retracted(Place from, List<Twin> files) {
        List<String> fields = files.stream().flatMap(t -> List.of(t.source(), Long.toString(t.size()),
                Long.toString(t.modified())).stream()).toList();
        CommandResult result = from.session().run(Program.RETRACT.with().withStdin(NulFields.bytes(fields))
                .within(Program.LONG));
        return result.orThrow("deleting what was moved").out().length();
    }

    private Removal look(String given, Item item, Arrival arrival, Place from, Removal removal) {
        Optional<Shipment> deletion = deletions.look(given);
        if (deletion.isPresent() && !deletion.get().state().ended()) {
            return removal;
        }
        if (deletion.isPresent() && deletion.get().state() == Shipment.State.FAILED) {
            String why = deletion.get().problem() == null ? "Globus could not delete it" : deletion.get().problem().detail();
            return removal.done(arrival.wish(), 0, item.from() + " stays: " + why);
        }
        String real = from.resolved(from.absolute(AskedPath.parse(item.sources().getFirst().path())));
        int files = deletion.map(s -> s.folders().size()).orElse(0);
        return emptied(from, real, arrival.sha256() == null, item, arrival, removal, files, files);
    }

    /** Folders that are empty now go as well; what is left is told. */
    private static Removal emptied(Place from, String real, boolean tree, Item item, Arrival arrival, Removal removal,
            int deleted, int all) {
        int left = !tree ? Math.max(0, all - deleted) : Integer.parseInt(from.session().run(Program.HOLLOW.with(real)
                .within(Program.LONG)).orThrow("removing empty folders").out().strip());
        return removal.done(arrival.wish(), deleted, left == 0 ? null : item.from() + (tree ? ": " + left
                + " entries stay, which are links, or changed since they were moved, or were not moved"
                : " stays: it changed after it was moved"));
    }
}
