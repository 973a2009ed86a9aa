/**
 * The decisions of single submission, free of clocks, I/O and frameworks: given what is known and what the site
 * answered, what follows. The rule that carries the promise: after any doubt the site is looked at until a healthy
 * look finds the job or finds nothing, and only then is the scheduler asked again, under the protection of the
 * job's claim on its attempt.
 */
package org.diamondhpc.submit.domain;
