package org.diamondhpc.schemas.task;

import java.time.Duration;
import org.diamondhpc.schemas.id.SiteId;

/**
 * What predictions of waits for one place were worth.
 *
 * @param partition absent where the site has none
 * @param predictions how many have come out
 * @param within share of waits between the bounds foreseen; 0.8 would be exact
 * @param predicted mean of the waits foreseen
 * @param waited mean of the waits that came
 * @param error median of the differences, whatever their sign
 */
public record Calibration(SiteId site, String partition, int predictions, double within, Duration predicted, Duration waited,
        Duration error) {
}
