package org.diamondhpc.globus.simulator.move;

import java.util.List;
import org.diamondhpc.globus.simulator.storage.Entry;
import org.diamondhpc.globus.simulator.storage.Wildcard;
import org.diamondhpc.globus.simulator.task.TransferDocument;

/** Filter rules: the first that matches wins, what none matches is included. */
final class Filters {
    private record Rule(boolean excludes, String type, Wildcard name) { }

    private final List<Rule> rules;

    Filters(List<TransferDocument.Rule> rules) {
        this.rules = rules.stream().map(r -> new Rule(!"include".equals(r.method()), r.type(), new Wildcard(r.name())))
                .toList();
    }

    boolean exclude(Entry entry) {
        String type = entry.directory() ? "dir" : "file";
        return rules.stream().filter(r -> r.type() == null || r.type().equals(type))
                .filter(r -> r.name().matches(entry.name())).findFirst().map(Rule::excludes).orElse(false);
    }
}
