/**
 * Pure decisions about files: which outputs a glob means, which copy is the cheapest source, when to wait for a site
 * and when to give it back, which paths a tenant may name. No clock, no site, no database.
 */
package org.diamondhpc.transfer.domain;
