/**
 * The bridge between Diamond's own events ({@link org.diamondhpc.schemas.event.Event}) and the generic messaging:
 * publishing one, reading one, remembering cancelled tasks, and the clock and id source that services inject.
 */
package org.diamondhpc.messaging.domain;
