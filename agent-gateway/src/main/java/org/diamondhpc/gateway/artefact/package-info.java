/**
 * What files are, told by their own bytes: programs of Linux, container images. Read from the claim store, a few
 * kilobytes each.
 */
package org.diamondhpc.gateway.artefact;
