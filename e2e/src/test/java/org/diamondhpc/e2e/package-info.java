/**
 * The whole product on real clusters: one instance, one testbed, started once for all tests and removed at the end.
 * {@code stage} is the harness; the test classes say by their names what must hold. Random choices come from one seed,
 * which is printed and can be set with {@code -Ddiamond.seed=N}.
 */
package org.diamondhpc.e2e;
