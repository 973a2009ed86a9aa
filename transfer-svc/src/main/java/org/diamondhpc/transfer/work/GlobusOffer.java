package org.diamondhpc.transfer.work;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.diamondhpc.site.session.SiteText;
import org.diamondhpc.transfer.globus.domain.CollectionRoot;
import org.diamondhpc.transfer.globus.domain.Consignment;
import org.diamondhpc.transfer.globus.domain.Way;

/** One wish that both ends show in a collection. */
record GlobusOffer(Batch.Item item, Seen source, CollectionRoot from, CollectionRoot to, Way way, int files,
        long bytes) {
    /** One look at all sources. What is missing, may not be had, or has a name Globus cannot spell is no offer. */
    static Map<Batch.Item, GlobusOffer> of(Batch batch, List<CollectionRoot> from, List<CollectionRoot> to) {
        String workshop = EndException.atTarget(() -> batch.to().resolved(batch.landing().workshop()));
        Optional<CollectionRoot> target = CollectionRoot.of(to, workshop);
        if (target.isEmpty()) {
            return Map.of();
        }
        List<String> paths = SftpMover.asked(batch);
        List<Seen> seen = EndException.atSource(() -> batch.from().inspect(paths));
        Map<Batch.Item, GlobusOffer> offers = new LinkedHashMap<>();
        for (int i = 0; i < seen.size(); i++) {
            Seen source = seen.get(i);
            Batch.Item item = batch.items().get(i);
            Optional<CollectionRoot> root = CollectionRoot.of(from, source.real());
            if (root.isPresent() && SftpMover.problem(batch.from(), item, source) == null && spelled(batch, item, source)) {
                offers.put(item, offer(batch, item, source, root.get(), target.get()));
            }
        }
        return offers;
    }

    private static GlobusOffer offer(Batch batch, Batch.Item item, Seen source, CollectionRoot from,
            CollectionRoot to) {
        Way way = new Way(batch.from().site(), from.collection(), batch.to().site(), to.collection(),
                from.assured() || to.assured());
        return new GlobusOffer(item, source, from, to, way, 1, item.wish().tree() ? 0 : source.size());
    }

    /** A folder is counted by what is in it. */
    GlobusOffer counted(Place at) {
        if (!item.wish().tree()) {
            return this;
        }
        List<Piece> files = EndException.atSource(() -> Listings.tree(at, source.real(), item.number(), item.wish()));
        return new GlobusOffer(item, source, from, to, way, (int) files.stream().filter(Piece::isFile).count(),
                files.stream().mapToLong(Piece::size).sum());
    }

    /** Documents are JSON: names that are no UTF-8 cannot stand in them. */
    private static boolean spelled(Batch batch, Batch.Item item, Seen source) {
        return SiteText.isUtf8(source.real()) && SiteText.isUtf8(item.wish().to())
                && SiteText.isUtf8(batch.landing().workshop());
    }

    String targetPath(String real) {
        return to.path(real).orElseThrow();
    }

    Consignment.Line line(String folder) {
        boolean tree = item.wish().tree();
        String end = tree ? "/" : "";
        return new Consignment.Line(item.number(), tree, source.real(), tree ? 0 : source.size(), source.modified(),
                from.path(source.real()).orElseThrow() + end, targetPath(folder + "/" + item.number()) + end);
    }
}
