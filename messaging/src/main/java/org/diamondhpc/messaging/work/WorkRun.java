package org.diamondhpc.messaging.work;

import com.fasterxml.jackson.core.JsonProcessingException;
import org.diamondhpc.messaging.LeaseLost;
import org.diamondhpc.messaging.Work;
import org.diamondhpc.messaging.WorkHandler;
import org.diamondhpc.messaging.WorkOutcome;
import org.diamondhpc.schemas.DiamondJson;

/** One run of one row: what its handler sees. */
final class WorkRun<P> implements Work<P> {
    private final Claim claim;
    private final WorkHandler<P> handler;
    private final Settlement settlement;
    private volatile P payload;
    private volatile boolean held = true;

    WorkRun(Claim claim, WorkHandler<P> handler, Settlement settlement) {
        this.claim = claim;
        this.handler = handler;
        this.settlement = settlement;
    }

    WorkOutcome call() throws Exception {
        payload = DiamondJson.json().readValue(claim.payload(), handler.payload());
        WorkOutcome outcome = handler.work(this);
        if (outcome == null) {
            throw new IllegalStateException("the handler of " + claim.kind() + " answered nothing");
        }
        return outcome;
    }

    Claim claim() {
        return claim;
    }

    void lost() {
        held = false;
    }

    @Override
    public String kind() {
        return claim.kind();
    }

    @Override
    public String key() {
        return claim.key();
    }

    @Override
    public String lane() {
        return claim.lane();
    }

    @Override
    public P payload() {
        return payload;
    }

    @Override
    public int runs() {
        return claim.runs();
    }

    @Override
    public int failures() {
        return claim.failures();
    }

    @Override
    public void checkpoint(P next, Runnable inTransaction) {
        try {
            settlement.checkpoint(claim, DiamondJson.json().writeValueAsString(next), inTransaction);
            payload = next;
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("the payload of " + claim.kind() + " cannot be written as JSON", e);
        } catch (LeaseLost e) {
            lost();
            throw e;
        }
    }

    @Override
    public boolean held() {
        return held;
    }
}
