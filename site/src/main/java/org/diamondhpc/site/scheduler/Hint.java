package org.diamondhpc.site.scheduler;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.task.AttemptLayout;
import org.diamondhpc.schemas.task.StreamFile;
import org.diamondhpc.site.scheduler.text.NodeList;

/**
 * One line of the account's hint file, appended by a job. Hints only speed things up and can be forged by whoever may
 * write to the account's files: they are bounded, checked, and never the only witness of anything but a clean end.
 */
public sealed interface Hint {
    /** Longest line looked at. */
    int MAX_LENGTH = 1400;
    Pattern START = Pattern.compile("start (\\S{4,60}) (\\S{1,60}) (-|\\d{1,7}) (\\d{10,16}) (\\S{1,1000})");
    Pattern EXIT = Pattern.compile("exit (\\S{4,60}) (\\S{1,60}) (-|\\d{1,7}) (\\d{1,3}) (\\d{10,16})"
            + "(?: (\\d{1,12}):([0-9a-f]{64}) (\\d{1,12}):([0-9a-f]{64}))?");
    Pattern TWIN = Pattern.compile("duplicate (\\S{4,60}) (\\S{1,60}) (-|\\d{1,7}) (\\d{10,16})");
    Pattern JOB_ID = Pattern.compile("[A-Za-z0-9_.+\\[\\]-]+");

    AttemptId attempt();

    /** The job's id; for an array the id of the whole array. */
    String jobId();

    /** The element of an array; empty: not an array. */
    OptionalInt index();

    /** By the node's clock. */
    Instant at();

    /** The user's work begins. @param nodes of the job, or of the element, single names */
    record Started(AttemptId attempt, String jobId, OptionalInt index, Instant at, List<String> nodes)
            implements Hint {
        public Started {
            nodes = List.copyOf(nodes);
        }
    }

    /**
     * The user's work is over. Code 0 is a clean end; any other code may have a cause only the scheduler knows.
     *
     * @param streams stdout and stderr as they were then; empty where the job did not say
     */
    record Exited(AttemptId attempt, String jobId, OptionalInt index, int code, Instant at, List<StreamFile> streams)
            implements Hint {
        public Exited {
            streams = List.copyOf(streams);
        }
    }

    /** A second job of the attempt ended without running the user's work. */
    record Duplicate(AttemptId attempt, String jobId, OptionalInt index, Instant at) implements Hint {
    }

    /** Empty where the line is not one of ours: torn, forged or from a newer version. */
    static Optional<Hint> parse(String line) {
        if (line == null || line.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        try {
            Matcher m = START.matcher(line);
            if (m.matches()) {
                return Optional.of(new Started(attempt(m), job(m), index(m), time(m, 4),
                        NodeList.ofJob(m.group(5))));
            }
            m = EXIT.matcher(line);
            if (m.matches()) {
                return Optional.of(new Exited(attempt(m), job(m), index(m), Integer.parseInt(m.group(4)), time(m, 5),
                        streams(m)));
            }
            m = TWIN.matcher(line);
            return m.matches() ? Optional.of(new Duplicate(attempt(m), job(m), index(m), time(m, 4)))
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static List<StreamFile> streams(Matcher m) {
        return m.group(6) == null ? List.of()
                : List.of(new StreamFile(AttemptLayout.STDOUT, Long.parseLong(m.group(6)), m.group(7)),
                        new StreamFile(AttemptLayout.STDERR, Long.parseLong(m.group(8)), m.group(9)));
    }

    private static AttemptId attempt(Matcher m) {
        return AttemptId.parse(m.group(1));
    }

    private static String job(Matcher m) {
        if (!JOB_ID.matcher(m.group(2)).matches()) {
            throw new IllegalArgumentException("not a job's id");
        }
        return m.group(2);
    }

    private static OptionalInt index(Matcher m) {
        return m.group(3).equals("-") ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(m.group(3)));
    }

    private static Instant time(Matcher m, int group) {
        return Instant.ofEpochMilli(Long.parseLong(m.group(group)));
    }
}
