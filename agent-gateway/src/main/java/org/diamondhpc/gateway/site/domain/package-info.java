/**
 * What of a snapshot a tenant may see, and its short form.
 */
package org.diamondhpc.gateway.site.domain;
