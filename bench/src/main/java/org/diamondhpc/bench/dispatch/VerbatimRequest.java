package org.diamondhpc.bench.dispatch;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A whole script as it lies in somebody's home, beside it only where it may go and which names of its own site it keeps. */
final class VerbatimRequest {
    private final Combination c;

    VerbatimRequest(Combination c) {
        this.c = c;
    }

    Dispatch dispatch() {
        List<Script> scripts = c.shape() == Shape.SPREAD ? List.of(new SlurmScript(c), new PbsScript(c))
                : List.of(new SlurmScript(c), new PbsScript(c), new GridEngineScript(c));
        Script script = scripts.get((scripts.size() == 2 ? c.number() / 4 : c.number()) % scripts.size());
        Map<String, Object> input = new LinkedHashMap<>();
        input.put("script", script.text());
        Map<String, Object> beside = beside(script);
        if (!beside.isEmpty()) {
            input.put("spec", beside);
        }
        if (c.home()) {
            input.put("keep", List.of("QUEUE", "ACCOUNT", "QOS"));
        }
        List<Site> where = bound() ? ExactRequest.allowed(c) : Site.able(c.shape(), c.supply());
        return new Dispatch(Style.VERBATIM, c, input, script.wanted(Wanted.of(c, where)), script.sign(),
                c.work() == Work.PROGRAM ? script.ranks() : 0);
    }

    /** What a script cannot say. */
    private Map<String, Object> beside(Script script) {
        Map<String, Object> beside = new LinkedHashMap<>();
        if (bound()) {
            beside.put("constraints", Map.of("sites", ExactRequest.sites(c)));
        }
        if (c.work() == Work.PROGRAM) {
            beside.putAll(Application.staged(Script.VALUE));
        }
        return beside;
    }

    private boolean bound() {
        return c.home() || c.first() || c.gpuType() != null;
    }
}
