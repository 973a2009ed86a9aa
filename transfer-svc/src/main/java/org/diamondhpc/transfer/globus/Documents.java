package org.diamondhpc.transfer.globus;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.diamondhpc.transfer.globus.api.DeleteDocument;
import org.diamondhpc.transfer.globus.api.GlobusJson;
import org.diamondhpc.transfer.globus.api.TransferDocument;
import org.diamondhpc.transfer.globus.api.TransferDocument.FilterRule;
import org.diamondhpc.transfer.globus.api.TransferDocument.Item;
import org.diamondhpc.transfer.globus.domain.Consignment;
import org.diamondhpc.transfer.globus.domain.Labels;
import org.diamondhpc.transfer.globus.domain.Loads.Load;
import org.diamondhpc.transfer.globus.domain.Shipment;
import org.diamondhpc.transfer.globus.domain.Way;

/** Writes the documents that are submitted, with the operator's options. */
@ApplicationScoped
class Documents {
    private final GlobusConfig config;

    Documents(GlobusConfig config) {
        this.config = config;
    }

    Shipment transfer(String submission, String identity, Load load, Instant now) {
        List<Item> items = load.consignments().stream().flatMap(c -> c.lines().stream())
                .map(l -> Item.of(l.source(), l.target(), l.tree())).toList();
        String label = Labels.transfer(load);
        boolean trees = items.stream().anyMatch(Item::recursive);
        List<FilterRule> filters = !trees || config.exclude().isEmpty() ? null
                : config.exclude().get().stream().map(FilterRule::exclude).toList();
        TransferDocument document = new TransferDocument(TransferDocument.TYPE, submission, load.way().from(),
                load.way().to(), label, deadline(now),
                config.syncLevel().orElse(null), config.verifyChecksum(), config.encrypt() || load.way().encrypted(),
                true, true, true, false, false, false, trees ? config.symlinks() : null, filters, items);
        return Shipment.planned(submission, identity, Shipment.Kind.TRANSFER, load.way(), GlobusJson.write(document),
                label, load.consignments().stream().map(Consignment::folder).toList(),
                load.consignments().stream().mapToInt(Consignment::files).sum(),
                load.consignments().stream().mapToLong(Consignment::bytes).sum(), now);
    }

    /** The same once more, with as much time as it had at first. */
    Shipment renewed(Shipment shipment, Instant now) {
        if (shipment.kind() == Shipment.Kind.DELETE) {
            return shipment.begun(shipment.document());
        }
        return shipment.begun(GlobusJson.write(GlobusJson.parse(shipment.document(), TransferDocument.class)
                .until(deadline(now))));
    }

    private Instant deadline(Instant now) {
        return now.plus(config.deadline()).truncatedTo(ChronoUnit.SECONDS);
    }

    /** Removes what somebody no longer wants. */
    Shipment deletion(String submission, String identity, Way way, List<String> paths, boolean recursive, Instant now) {
        String label = Labels.deleting(way.toSite().value(), paths.getFirst(), paths.size() - 1, submission);
        return Shipment.planned(submission, identity, Shipment.Kind.DELETE, way, GlobusJson.write(
                DeleteDocument.of(submission, way.to(), label, paths, recursive)), label, paths, paths.size(), 0, now);
    }

    /** Removes what a shipment that brought nothing of use left behind. */
    Shipment cleaning(String submission, Shipment after, List<String> folders, Instant now) {
        String label = Labels.cleaning(after);
        return Shipment.planned(submission, after.identity(), Shipment.Kind.DELETE, after.way(), GlobusJson.write(
                DeleteDocument.folders(submission, after.way().to(), label, folders)), label, folders, 0, 0, now);
    }
}
