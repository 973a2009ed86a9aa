package org.diamondhpc.standalone;

import java.util.Locale;

/** The five services: module, schema and role in the database, and heap in MiB unless configured. */
enum Service {
    GATEWAY("agent-gateway", 256),
    DISCOVERY("discovery-svc", 160),
    TRANSFER("transfer-svc", 160),
    SUBMIT("submit-svc", 160),
    MONITOR("monitor-svc", 160);

    private final String module;
    private final int heap;

    Service(String module, int heap) {
        this.module = module;
        this.heap = heap;
    }

    /** Its name in status, logs and settings, which is also its schema and role. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    String module() {
        return module;
    }

    int heap() {
        return heap;
    }

    /** Where it says whether it is ready: the gateway, which strangers see, has short addresses. */
    String readiness() {
        return this == GATEWAY ? "/health/ready" : "/q/health/ready";
    }

    Port port() {
        return Port.valueOf(name());
    }
}
