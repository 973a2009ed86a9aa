package org.diamondhpc.discovery.domain.placing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.diamondhpc.discovery.domain.placing.Experience.Place;
import org.diamondhpc.schemas.task.Calibration;
import org.diamondhpc.schemas.task.PredictionTruth;

/** What predictions were worth, place by place. */
public final class Calibrations {
    private Calibrations() {
    }

    /** Places of which no wait is known yet are left out. */
    public static List<Calibration> of(List<PredictionTruth> placements) {
        Map<Place, List<PredictionTruth>> known = new LinkedHashMap<>();
        placements.stream().filter(p -> p.waited() != null).forEach(p ->
                known.computeIfAbsent(new Place(p.site(), p.partition()), k -> new ArrayList<>()).add(p));
        List<Calibration> all = new ArrayList<>();
        known.forEach((place, some) -> all.add(of(place, some)));
        return all;
    }

    private static Calibration of(Place place, List<PredictionTruth> some) {
        List<Long> errors = some.stream().map(p -> Math.abs(p.waited().minus(p.predicted().waiting()).toMillis())).sorted()
                .toList();
        return new Calibration(place.site(), place.partition(), some.size(),
                (double) some.stream().filter(PredictionTruth::within).count() / some.size(),
                mean(some.stream().mapToLong(p -> p.predicted().waiting().toMillis()).sum(), some.size()),
                mean(some.stream().mapToLong(p -> p.waited().toMillis()).sum(), some.size()),
                Duration.ofMillis(errors.get(errors.size() / 2)));
    }

    private static Duration mean(long millis, int of) {
        return Duration.ofMillis(millis / of);
    }
}
