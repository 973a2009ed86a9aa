package org.diamondhpc.discovery.domain.policy;

import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.task.Prediction;

/**
 * A place that can run the task.
 *
 * @param copiesNow how many such jobs could start there at once
 * @param waitingAhead jobs that wait there
 * @param recent jobs that Diamond placed there since the site was looked at
 * @param impaired whether a part of the site, its accounting for example, is out of order
 * @param isDefault whether the scheduler itself would take this partition
 */
public record Option(SiteId site, String partition, Prediction prediction, int copiesNow, int waitingAhead,
        int recent, boolean impaired, boolean isDefault) {
    String place() {
        return partition == null ? site.value() : site + ":" + partition;
    }
}
