package org.diamondhpc.gateway.intake;

import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.enterprise.context.ApplicationScoped;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.diamondhpc.gateway.site.Sites;
import org.diamondhpc.messaging.Intake;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** ② What was seen of the sites. */
@ApplicationScoped
class SiteSnapshotsConsumer {
    private final Intake intake;
    private final Sites sites;

    SiteSnapshotsConsumer(Intake intake, Sites sites) {
        this.intake = intake;
        this.sites = sites;
    }

    @Incoming("site-snapshots")
    @RunOnVirtualThread
    void consume(ConsumerRecords<String, byte[]> records) {
        intake.accept("agent-gateway-sites", records, sites::on);
    }
}
