/** What was measured, beside what was aimed at and how noisy the machine was; as a table, as JSON, and as raw rows. */
package org.diamondhpc.bench.report;
