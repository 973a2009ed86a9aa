package org.diamondhpc.messaging;

import jakarta.inject.Singleton;
import org.diamondhpc.messaging.tx.CurrentTrace;

/** A handler nobody injects, as in every service: it must be found all the same. Its payload need not be public. */
@Singleton
class LonelyHandler implements WorkHandler<LonelyHandler.Name> {
    static volatile String seen;
    static volatile String trace;

    record Name(String name) { }

    @Override
    public String kind() {
        return "lonely";
    }

    @Override
    public Class<Name> payload() {
        return Name.class;
    }

    @Override
    public WorkOutcome work(Work<Name> work) {
        seen = work.payload().name();
        trace = CurrentTrace.get();
        return WorkOutcome.done();
    }
}
