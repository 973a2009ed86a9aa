/** ④ Takes {@code InputsStaged} and cancellations from the task topic into the ledger and the work table. */
package org.diamondhpc.submit.intake;
