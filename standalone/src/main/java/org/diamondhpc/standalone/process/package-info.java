/**
 * Keeping a set of processes alive: what to start ({@link org.diamondhpc.standalone.process.ChildSpec}), what runs
 * ({@link org.diamondhpc.standalone.process.ProcessRecord}, a file with the process's id and start mark, so that an id
 * that the system has given to someone else is never mistaken for ours), and who starts it again when it dies
 * ({@link org.diamondhpc.standalone.process.Supervision}). Children outlive a supervisor that was killed: the next one
 * adopts those whose command is unchanged and ends the others.
 */
package org.diamondhpc.standalone.process;
