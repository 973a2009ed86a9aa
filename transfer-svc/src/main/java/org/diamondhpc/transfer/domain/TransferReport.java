package org.diamondhpc.transfer.domain;

import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.schemas.event.TransferEvent.Done;
import org.diamondhpc.schemas.event.TransferEvent.Item;
import org.diamondhpc.schemas.event.TransferEvent.TransferRequested;
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
