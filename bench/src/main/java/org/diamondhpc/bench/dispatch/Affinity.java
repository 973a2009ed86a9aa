package org.diamondhpc.bench.dispatch;

/** Fourth dimension: what ties the request to sites. */
enum Affinity {
    /** One site, with a queue, account and quality of service of its own where it has them. */
    HOME,
    /** Some of several sites. */
    ROAMING
}
