/**
 * Scripts written for one scheduler, carried to any other: the directives and submit options of an existing job script
 * become a {@link org.diamondhpc.schemas.spec.TaskSpec} and notes on all that could not be carried, and its body gets
 * the variables and launchers it counts on. Pure; what a family's options mean is told by its
 * {@link org.diamondhpc.site.scheduler.script.ScriptReader}.
 */
package org.diamondhpc.site.scheduler.script;
