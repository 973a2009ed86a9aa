package org.diamondhpc.messaging.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import org.diamondhpc.messaging.testing.DiamondTestResource;
import org.diamondhpc.messaging.tx.Database;
import org.diamondhpc.messaging.tx.ServiceConfig;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(DiamondTestResource.class)
class InstanceLockTest {
    @Inject
    Database database;
    @Inject
    ServiceConfig service;

    @Test
    void aNameBelongsToOneLivingProcess() throws SQLException {
        InstanceLock first = new InstanceLock(database, service, "node-1");
        InstanceLock second = new InstanceLock(database, service, "node-1");

        assertThat(first.hold()).isTrue();
        assertThat(second.hold()).isFalse();
        assertThat(first.name()).isEqualTo("node-1");
        assertThat(second.name()).startsWith("node-1-");

        first.release();
        InstanceLock restarted = new InstanceLock(database, service, "node-1");
        assertThat(restarted.hold()).isTrue();
        restarted.release();
    }
}
