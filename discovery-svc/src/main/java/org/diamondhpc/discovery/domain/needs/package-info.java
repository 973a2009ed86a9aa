/**
 * What a task needs of a place beyond what it says: from its application's entry, from its files' own bytes, and from
 * its script. Each need says where it is known from.
 */
package org.diamondhpc.discovery.domain.needs;
