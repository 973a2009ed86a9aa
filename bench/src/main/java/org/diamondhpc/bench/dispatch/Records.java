package org.diamondhpc.bench.dispatch;

import java.util.Map;

/** What a scheduler says of jobs, in {@link Facts}' terms. */
interface Records {
    /** Takes a whole listing; what it says of a job replaces what an earlier one said. */
    void read(String text);

    /** Of all elements of a job; where they differ, all that is said. Empty: it does not know the job. */
    Map<String, String> facts(String job);
}
