package org.diamondhpc.bench.placement;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.diamondhpc.discovery.domain.wait.Ask;
import org.diamondhpc.discovery.domain.wait.Forecast;

/** Asked the same by many policies, it plays the queue once. */
final class RememberedForecast implements Forecast {
    private final Forecast forecast;
    private final Map<Ask, Start> starts = new HashMap<>();

    RememberedForecast(Forecast forecast) {
        this.forecast = forecast;
    }

    @Override
    public Start start(Ask ask, Instant now) {
        return starts.computeIfAbsent(ask, a -> forecast.start(a, now));
    }

    @Override
    public Forecast with(Ask ask, Instant now, int copies) {
        return new RememberedForecast(forecast.with(ask, now, copies));
    }

    /** The soonest start of what was asked; empty where there is none. */
    OptionalDouble seconds() {
        return starts.values().stream().filter(s -> s.seconds() != null).mapToDouble(Start::seconds).min();
    }
}
