/**
 * What a site has beside its scheduler: machine, libraries, container runtimes, modules, storage; and the draft of a
 * profile for a site that is new.
 */
package org.diamondhpc.site.survey;
