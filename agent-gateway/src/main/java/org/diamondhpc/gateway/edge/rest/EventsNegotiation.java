package org.diamondhpc.gateway.edge.rest;

import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import org.jboss.resteasy.reactive.server.ServerRequestFilter;

/** Where events can be had as JSON and as a stream, only who asks for the stream gets it. */
class EventsNegotiation {
    @ServerRequestFilter(preMatching = true)
    void prefer(ContainerRequestContext request) {
        String accept = request.getHeaderString(HttpHeaders.ACCEPT);
        boolean stream = accept != null && accept.contains(MediaType.SERVER_SENT_EVENTS);
        if (!stream && request.getUriInfo().getPath().endsWith("/events")) {
            request.getHeaders().putSingle(HttpHeaders.ACCEPT, MediaType.APPLICATION_JSON);
        }
    }
}
