package org.diamondhpc.gateway.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/** What a host's name stands for right now. */
interface HostAddresses {
    /** @throws UnknownHostException where nobody knows the name */
    List<InetAddress> of(String host) throws UnknownHostException;

    /** As the system says. */
    static HostAddresses system() {
        return host -> List.of(InetAddress.getAllByName(host));
    }
}
