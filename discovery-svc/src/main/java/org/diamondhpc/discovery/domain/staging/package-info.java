/**
 * How long the inputs of a task would take to a site, from their sizes and what earlier transfers between the same
 * ends reached.
 */
package org.diamondhpc.discovery.domain.staging;
