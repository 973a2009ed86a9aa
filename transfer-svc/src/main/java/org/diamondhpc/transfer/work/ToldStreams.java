package org.diamondhpc.transfer.work;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.diamondhpc.schemas.event.TaskEvent.JobFinished;
import org.diamondhpc.schemas.task.AttemptLayout;
import org.diamondhpc.transfer.domain.Found;
import org.diamondhpc.transfer.domain.FoundFile;
import org.diamondhpc.transfer.domain.Harvest;

/**
 * ⑥ What a job left behind where it has said all of it itself: it wants no outputs collected, and its streams were
 * small. A look at the site would only keep its agent asleep longer.
 */
@ApplicationScoped
public class ToldStreams {
    private final Places places;

    ToldStreams(Places places) {
        this.places = places;
    }

    /** Empty where the site must be looked at: there may be more, or where its files lie is not known here yet. */
    public Optional<Harvest> of(JobFinished finished) {
        if (finished.streams().isEmpty() || !finished.order().spec().outputs().isEmpty()
                || finished.order().spec().array() != null) {
            return Optional.empty();
        }
        List<FoundFile> streams = finished.streams().stream().map(stream -> new FoundFile(stream.name(),
                stream.size(), finished.outcome().endedAt().getEpochSecond(), stream.sha256())).toList();
        return places.knownStorage(finished.placement().site(), finished.placement().user(), finished.order().tenant())
                .map(storage -> Harvest.of(finished.order(), finished.placement().site(), AttemptLayout.of(storage,
                        finished.order().tenant(), finished.order().attemptId()),
                        new Found(streams, List.of(), List.of()), Map.of()));
    }
}
