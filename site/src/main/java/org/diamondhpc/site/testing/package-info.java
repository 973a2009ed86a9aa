/**
 * Support for tests of every module that talks to sites: a real SSH site on loopback, in this process, that needs no
 * root, with switches for what goes wrong with sites. Not for production.
 */
package org.diamondhpc.site.testing;
