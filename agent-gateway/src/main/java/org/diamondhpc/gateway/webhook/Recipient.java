package org.diamondhpc.gateway.webhook;

import java.net.InetAddress;
import java.net.URI;

/** Where to send, with the very address that was judged: the name is not asked for again. */
record Recipient(URI url, InetAddress address) {
    int port() {
        return url.getPort() > 0 ? url.getPort() : secure() ? 443 : 80;
    }

    boolean secure() {
        return "https".equalsIgnoreCase(url.getScheme());
    }

    String path() {
        String path = url.getRawPath() == null || url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        return url.getRawQuery() == null ? path : path + "?" + url.getRawQuery();
    }

    /** A host without the brackets round an IPv6 address. */
    static String bare(String host) {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }
}
