package org.diamondhpc.schemas.id;

import java.time.Clock;
import java.util.random.RandomGenerator;

/** Makes ids that sort by their time of making; injected, so that a test can foresee them. */
public interface IdSource {
    /** 24 lower-case letters and digits, never the same twice. */
    String next();

    default TaskId task() {
        return new TaskId("t-" + next());
    }

    default TransferId transfer() {
        return new TransferId("x-" + next());
    }

    default SessionId session() {
        return new SessionId("s-" + next());
    }

    default WaitId waitId() {
        return new WaitId("w-" + next());
    }

    default WebhookId webhook() {
        return new WebhookId("h-" + next());
    }

    default EventId event() {
        return new EventId("e-" + next());
    }

    default RequestId request() {
        return new RequestId("r-" + next());
    }

    /** 9 digits of base 36 for the milliseconds since 1970, then 15 random ones (77 bits). */
    static IdSource timeOrdered(Clock clock, RandomGenerator random) {
        return () -> {
            StringBuilder id = new StringBuilder(24).append(Long.toString(clock.millis(), 36));
            while (id.length() < 9) {
                id.insert(0, '0');
            }
            while (id.length() < 24) {
                id.append(Character.forDigit(random.nextInt(36), 36));
            }
            return id.toString();
        };
    }
}
