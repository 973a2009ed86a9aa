package org.diamondhpc.discovery.domain.wait;

import java.util.function.Function;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.site.SiteSnapshot;

/** Predicts by playing the visible queue forward with learned run times. @see Scenarios */
public final class LearnedSimulation implements WaitPredictor {
    private final Function<SiteId, Habits> habits;

    /** @param habits what is known of a site's jobs at the time of asking */
    public LearnedSimulation(Function<SiteId, Habits> habits) {
        this.habits = habits;
    }

    @Override
    public Forecast forecast(SiteSnapshot snapshot) {
        return LearnedForecast.of(snapshot, habits.apply(snapshot.site()));
    }
}
