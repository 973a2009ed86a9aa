package org.diamondhpc.discovery.domain.policy;

import java.time.Duration;
import org.diamondhpc.discovery.domain.wait.Forecast.Load;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.task.Prediction;

/**
 * A place that can run the task.
 *
 * @param copiesNow how many such jobs could start there at once
 * @param recent jobs that Diamond placed there since the site was looked at
 * @param impaired whether a part of the site, its accounting for example, is out of order
 * @param isDefault whether the scheduler itself would take this partition
 * @param waitBound what waits there exceed in one of twenty cases at most; absent: too few are known
 * @param charge what the allocation would be charged, in core hours times the site's rate
 * @param failureRate share of attempts that the site itself spoiled, 0 to 1
 */
public record Option(SiteId site, String partition, Prediction prediction, int copiesNow, Load load,
        int recent, boolean impaired, boolean isDefault, Duration waitBound, double charge, double failureRate) {
    String place() {
        return partition == null ? site.value() : site + ":" + partition;
    }
}
