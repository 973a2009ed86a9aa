/**
 * OpenPBS 20 to 23 and PBS Professional of the same years. What {@code qstat} prints is asked for with a random
 * delimiter, since its JSON is invalid as soon as one job has an odd name and its plain text can be forged; JSON is read
 * tolerantly where it comes. Facts were recorded from OpenPBS 23.06. Torque, whose clients have the same names and other
 * options, is recognised and refused.
 */
package org.diamondhpc.site.scheduler.pbs;
