/**
 * One class a skill: reads its input, calls a feature of the gateway, and words the answer. No rule of the domain lives
 * here; what is shared is the short form of the gateway's objects ({@code …Brief}).
 */
package org.diamondhpc.gateway.skill.handler;
