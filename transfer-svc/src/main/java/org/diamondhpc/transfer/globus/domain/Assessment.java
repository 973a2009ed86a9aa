package org.diamondhpc.transfer.globus.domain;

import org.diamondhpc.schemas.reason.Problem;

/** What a look at a task means. */
public sealed interface Assessment {
    Look look();

    record Going(Look look) implements Assessment {
    }

    /** Not over, but a person should know why it does not go on. */
    record Stalled(Look look, Problem why) implements Assessment {
    }

    /** It would go on trying until its deadline for nothing. */
    record Hopeless(Look look, Problem why) implements Assessment {
    }

    record Succeeded(Look look) implements Assessment {
    }

    record Failed(Look look, Problem why) implements Assessment {
    }
}
