package org.diamondhpc.discovery.domain.wait;

/** One thing seen at a site that teaches what its jobs are like. Times are seconds; a partition may be absent. */
public sealed interface Lesson {
    String partition();

    /** A job ended. @param limit what it had asked for @param owner absent: not known */
    record Ran(String partition, String owner, long limit, long ran) implements Lesson {
    }

    /** A job, anybody's, began after so long. */
    record Waited(String partition, long waited) implements Lesson {
    }

    /** An own job came to the queue with this priority. @param owner whose of Diamond's logins; absent: not known */
    record Entered(String partition, String owner, long priority) implements Lesson {
    }
}
