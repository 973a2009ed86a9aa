/**
 * The registry of applications: what programs need, and what their runs took.
 */
package org.diamondhpc.cli.application;
