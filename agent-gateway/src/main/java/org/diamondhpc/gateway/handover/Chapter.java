package org.diamondhpc.gateway.handover;

import java.util.List;
import org.diamondhpc.gateway.session.SessionView;
import org.diamondhpc.gateway.wake.WaitView;

/**
 * A part of what happened in a session, oldest first.
 *
 * @param session with its context and notes; with the first part only
 * @param waits what it waits for now; with the first part only
 * @param next the cursor of what follows; absent at the end
 */
public record Chapter(SessionView session, List<WaitView> waits, List<Happened> items, String next) {
}
