/**
 * Globus Transfer v0.10 and Globus Auth on loopback, as their official clients know them. It moves real bytes between
 * the collections it was given. {@link org.diamondhpc.globus.simulator.GlobusSimulator} is the face, for tests inside
 * one process; {@code program} makes a program of it. What is known of the real service, and from where, is said next
 * to the code that imitates it; what nobody could say for certain is marked "not verified".
 */
package org.diamondhpc.globus.simulator;
