package org.diamondhpc.standalone;

import java.util.Locale;

/** Where things listen on loopback: the base port plus the place in this list, unless configured one by one. */
enum Port {
    /** REST, MCP and the status page. */
    GATEWAY,
    GATEWAY_GRPC,
    DISCOVERY,
    TRANSFER,
    SUBMIT,
    MONITOR,
    BROKER,
    BROKER_CONTROLLER,
    POSTGRES;

    /** The key in the configuration, e.g. {@code port.gateway-grpc}. */
    String key() {
        return "port." + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
