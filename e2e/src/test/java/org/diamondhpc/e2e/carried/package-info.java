/**
 * Scripts written for other schedulers, translated for a cluster and run there by hand: the collection, what each asks
 * for, and the schedulers' own books to hold it against.
 */
package org.diamondhpc.e2e.carried;
