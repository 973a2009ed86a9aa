package org.diamondhpc.discovery.domain.verdict;

/**
 * What a job there is charged to.
 *
 * @param account absent: the scheduler's default
 * @param qos absent: the account's default
 * @param maxRunning most jobs that may run at a time; absent: no limit
 */
public record Billing(String account, String qos, Integer maxRunning) {
    static final Billing NONE = new Billing(null, null, null);
}
