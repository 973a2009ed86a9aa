/**
 * What is to be done about files given to Globus: which go into one task, what a task's state means, whom a conflict is
 * with, when to look again. Pure: no clock, no call, no row.
 */
package org.diamondhpc.transfer.globus.domain;
