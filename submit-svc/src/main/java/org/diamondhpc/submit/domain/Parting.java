package org.diamondhpc.submit.domain;

import java.time.Duration;

/** What follows on the way of withdrawing a waiting job. */
public sealed interface Parting {
    /** It still waits: claim its attempt for nobody, which succeeds only where the job has not begun. */
    record Close() implements Parting {
    }

    /** The site's word was no news; asked again after the pause. */
    record Later(Duration pause, String why) implements Parting {
    }

    /** None of its work ran or ever will. */
    record Gone() implements Parting {
    }

    /** It stays. */
    record Stays(String why) implements Parting {
    }
}
