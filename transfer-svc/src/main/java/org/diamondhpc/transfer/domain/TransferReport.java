package org.diamondhpc.transfer.domain;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.diamondhpc.schemas.event.TransferEvent.Done;
import org.diamondhpc.schemas.event.TransferEvent.Item;
import org.diamondhpc.schemas.event.TransferEvent.Lost;
import org.diamondhpc.schemas.event.TransferEvent.TransferRequested;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.spec.RelativePath;
import org.diamondhpc.schemas.task.Replica;

/** What arrived, as an event tells it. */
public final class TransferReport {
    private TransferReport() {
    }

    /**
     * A line for each file. A folder with more files than {@link Arrival#MOST_NAMED}, or with names that cannot be
     * told, is one line of its own.
     */
    public static List<Done> done(TransferRequested request, Haul haul) {
        List<Done> done = new ArrayList<>();
        for (Arrival arrival : haul.arrived()) {
            Item item = request.items().get(arrival.wish());
            boolean named = arrival.files() == arrival.inside().size() && arrival.inside().stream()
                    .allMatch(i -> RelativePath.problem(i.relative()).isEmpty());
            if (arrival.sha256() != null || !named || done.size() + arrival.files() > Arrival.MOST_NAMED) {
                done.add(new Done(item.from(), at(item.to(), "", arrival.sha256()), item.logical(), arrival.size(),
                        arrival.sha256()));
            } else {
                arrival.inside().forEach(i -> done.add(new Done(join(item.from(), i.relative()),
                        at(item.to(), i.relative(), i.sha256()),
                        item.logical() == null ? null : join(item.logical(), i.relative()), i.size(), i.sha256())));
            }
        }
        return done;
    }

    /** What was given up, each with its reason. */
    public static List<Lost> lost(TransferRequested request, Haul haul) {
        return haul.lost().entrySet().stream().sorted(Map.Entry.comparingByKey())
                .map(e -> new Lost(request.items().get(e.getKey()).from(), e.getValue())).toList();
    }

    /** Why not all of it arrived, in the words of the first that did not. */
    public static Problem problem(TransferRequested request, Haul haul) {
        Map.Entry<Integer, Problem> first = haul.lost().entrySet().stream().min(Map.Entry.comparingByKey()).orElseThrow();
        int all = request.items().size();
        return all == 1 ? first.getValue() : Problem.of(first.getValue().reason(), "%d of %d could not be moved, %s: %s"
                .formatted(haul.lost().size(), all, request.items().get(first.getKey()).from(), first.getValue().detail()));
    }

    private static Replica at(Replica to, String relative, String sha256) {
        if (to.site() == null) {
            return sha256 == null ? to : Replica.inStore(sha256);
        }
        return relative.isEmpty() ? to : Replica.at(to.site(), join(to.path(), relative));
    }

    private static String join(String folder, String relative) {
        return folder.endsWith("/") ? folder + relative : folder + "/" + relative;
    }
}
