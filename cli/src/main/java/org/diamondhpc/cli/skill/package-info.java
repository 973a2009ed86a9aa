/** The commands on skills: what agents call, for people and scripts to look at and try. */
package org.diamondhpc.cli.skill;
