package org.diamondhpc.schemas.site;

import java.time.Instant;
import java.util.List;
import org.diamondhpc.schemas.Absent;

/**
 * A time in which nodes are kept for somebody or for maintenance.
 *
 * @param until absent: no end is known
 * @param maintenance whether the site itself takes the nodes away
 * @param nodes single names
 * @param partition absent: the nodes count in all their partitions
 * @param users whom it lets in; of other tenants' logins only that there are some, as {@code others}
 * @param accounts which accounts it lets in
 */
public record Window(String name, Instant from, Instant until, boolean maintenance, List<String> nodes,
        String partition, List<String> users, List<String> accounts) {
    /** Stands for logins that are not the reader's. */
    public static final String OTHERS = "others";

    public Window {
        nodes = Absent.list(nodes);
        users = Absent.list(users);
        accounts = Absent.list(accounts);
    }

    /** Whether it takes nodes within this time. */
    public boolean overlaps(Instant begin, Instant end) {
        return (from == null || from.isBefore(end)) && (until == null || until.isAfter(begin));
    }

    /** As somebody sees it who may know only these logins. */
    public Window seenBy(List<String> logins) {
        return new Window(name, from, until, maintenance, nodes, partition,
                users.stream().map(u -> logins.contains(u) ? u : OTHERS).distinct().toList(), accounts);
    }
}
