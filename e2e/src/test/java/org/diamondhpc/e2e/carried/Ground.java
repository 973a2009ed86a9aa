package org.diamondhpc.e2e.carried;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.diamondhpc.e2e.stage.Cluster;

/** A cluster of the testbed as somebody meets it who submits by hand: its size, its submit command, its books. */
public interface Ground {
    String site();

    /** As {@code testbed/clusters.conf} and its partitions say. */
    Size size();

    /** The command that takes a script's name and prints a job's id, then anything else. */
    String submit();

    /** What the scheduler must have been asked for, in the words of {@link #ended}. */
    Map<String, String> wanted(Original original);

    /** Those fields of a task that the translation must name, since this scheduler's request says them otherwise. */
    List<String> named(Original original);

    /** Reads the scheduler's books. */
    void look(Cluster witness);

    /** What the books say of a job's elements that have ended, by element; the empty one where it is no array. */
    Map<String, Map<String, String>> ended(String job);

    /** The file in the folder of submission that takes an element's standard output. */
    String output(Original original, String job, String element);

    /**
     * The most of each.
     *
     * @param memory of a node, in MiB
     */
    record Size(int nodes, int coresPerNode, int gpusPerNode, int memory, Duration duration) {
        boolean holds(Original o) {
            return o.number("nodes") <= nodes && o.coresPerNode() <= coresPerNode && o.gpusPerNode() <= gpusPerNode
                    && o.memory() <= memory && o.duration().compareTo(duration) <= 0;
        }
    }
}
