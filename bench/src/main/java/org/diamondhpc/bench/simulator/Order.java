package org.diamondhpc.bench.simulator;

import java.util.List;

/** The order in which waiting jobs are looked at. */
interface Order {
    /** @param waiting in order of arrival; left as it is */
    List<Job> of(List<Job> waiting, Cluster cluster);

    /** The number a queue listing shows, higher goes first. */
    long priority(Job job, Cluster cluster);

    /** A job is over. */
    default void ended(Running running, long end) {
    }

    Order copy();

    /** By arrival. */
    static Order arrival() {
        return new Order() {
            @Override
            public List<Job> of(List<Job> waiting, Cluster cluster) {
                return waiting;
            }

            @Override
            public long priority(Job job, Cluster cluster) {
                return 0;
            }

            @Override
            public Order copy() {
                return this;
            }
        };
    }
}
