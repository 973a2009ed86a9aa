package org.diamondhpc.gateway.session;

import org.diamondhpc.schemas.id.SessionId;

/** A wake got its number; told in the transaction that writes it. */
public record SessionWoken(SessionId session, long number) {
}
