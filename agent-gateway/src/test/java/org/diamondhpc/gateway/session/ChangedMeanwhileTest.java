package org.diamondhpc.gateway.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.Set;
import org.diamondhpc.gateway.ImpatientProfile;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.TenantId;
import org.junit.jupiter.api.Test;

/** A transaction that read a session before it locks it does not write back what others changed in between. */
@QuarkusTest
@TestProfile(ImpatientProfile.class)
class ChangedMeanwhileTest {
    private static final Caller ALICE = new Caller(new TenantId("alice"), "alice", Set.of());

    @Inject
    Sessions sessions;

    @Test
    void whatAnotherTransactionChangedIsKept() {
        SessionId id = sessions.open(ALICE, "one", null).id();

        QuarkusTransaction.requiringNew().run(() -> {
            sessions.get(ALICE, id);
            QuarkusTransaction.requiringNew().run(() -> sessions.park(ALICE, id));
            sessions.change(ALICE, id, "two", null, null);
        });

        SessionView now = QuarkusTransaction.requiringNew().call(() -> sessions.get(ALICE, id));
        assertThat(now.title()).isEqualTo("two");
        assertThat(now.state()).isEqualTo(SessionState.PARKED);
        assertThat(now.openWaits()).isEqualTo(1);
    }
}
