package org.diamondhpc.messaging.intake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.diamondhpc.messaging.testing.DiamondTestResource;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(DiamondTestResource.class)
class TableInboxTest {
    @Inject
    TableInbox inbox;
    @Inject
    DataSource dataSource;

    @Test
    void anIdIsNewOnceAConsumer() {
        assertThat(firstTime("a", "e-1")).isTrue();
        assertThat(firstTime("a", "e-1")).isFalse();
        assertThat(firstTime("b", "e-1")).isTrue();
    }

    @Test
    void aRolledBackIdIsNewAgain() {
        assertThatThrownBy(() -> QuarkusTransaction.requiringNew().run(() -> {
            inbox.firstTime("a", "e-2");
            throw new IllegalStateException("no");
        })).hasMessageContaining("no");

        assertThat(firstTime("a", "e-2")).isTrue();
    }

    @Test
    void oldRowsAreForgottenAndYoungOnesKept() throws SQLException {
        firstTime("old", "e-3");
        firstTime("old", "e-4");
        try (var connection = dataSource.getConnection(); var statement = connection.createStatement()) {
            statement.execute("update inbox set handled_at = now() - interval '2 days' where event_id = 'e-3'");
        }

        int pruned = inbox.prune(Duration.ofDays(1));

        assertThat(pruned).isEqualTo(1);
        assertThat(firstTime("old", "e-3")).isTrue();
        assertThat(firstTime("old", "e-4")).isFalse();
    }

    private boolean firstTime(String consumer, String id) {
        return QuarkusTransaction.requiringNew().call(() -> inbox.firstTime(consumer, id));
    }
}
