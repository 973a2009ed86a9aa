/**
 * How often a site is looked at, and which of what was seen is worth telling.
 */
package org.diamondhpc.discovery.domain.probe;
