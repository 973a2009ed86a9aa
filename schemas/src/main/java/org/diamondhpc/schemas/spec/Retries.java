package org.diamondhpc.schemas.spec;

/**
 * How often the whole task is tried again after a job that ended badly.
 *
 * @param limit further attempts, 0 to 10; failures of the site (a node, a preemption) are retried once more than
 *     this by default, failures of the program only within it
 */
public record Retries(Integer limit) {
    public Retries {
        limit = limit == null ? 0 : limit;
    }
}
