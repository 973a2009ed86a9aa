/**
 * Text as schedulers' commands print it: parts of a composite answer between random marks, amounts, lists of nodes and
 * of array indices. Pure; what does not parse is an error or absent, never a guess.
 */
package org.diamondhpc.site.scheduler.text;
