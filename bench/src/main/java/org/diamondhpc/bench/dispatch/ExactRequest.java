package org.diamondhpc.bench.dispatch;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Every field in canonical units: {@code 4096MiB} and {@code PT7M}, or bytes and seconds. */
final class ExactRequest {
    private final Combination c;
    private final boolean open;

    /** @param open whether no site is named; what it is tied to then is its queue and account alone */
    ExactRequest(Combination c, boolean open) {
        this.c = c;
        this.open = open;
    }

    Dispatch dispatch() {
        Map<String, Object> spec = base(c);
        spec.put("resources", resources());
        if (!open) {
            spec.put("constraints", Map.of("sites", sites(c)));
        }
        named(spec);
        boolean program = c.work() == Work.PROGRAM;
        return new Dispatch(open ? Style.OPEN : Style.EXACT, c, Map.of("spec", spec), Wanted.of(c, where()),
                c.first() ? "canonical" : "bytes and seconds", program ? c.shape().allProcesses() : 0);
    }

    /** Name, application and environment of a task that is said by its fields. */
    static Map<String, Object> base(Combination c) {
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("name", c.name());
        spec.put("environment", Map.of("DISPATCH", Application.VARIABLE));
        if (c.work() == Work.PROGRAM) {
            spec.put("executable", Application.PROGRAM);
            spec.put("arguments", Application.ARGUMENTS);
            spec.putAll(Application.staged(Application.VARIABLE));
        } else {
            spec.put("script", Application.script(c));
        }
        if (c.work() == Work.ARRAY) {
            spec.put("array", Map.of("indices", "1-" + Work.ELEMENTS, "maxConcurrent", Work.AT_ONCE));
        }
        return spec;
    }

    static List<String> sites(Combination c) {
        return allowed(c).stream().map(Site::id).toList();
    }

    /** Its home, or the two it may roam. */
    static List<Site> allowed(Combination c) {
        return c.home() || c.otherSite() == c.site() ? List.of(c.site()) : List.of(c.site(), c.otherSite());
    }

    private Map<String, Object> resources() {
        Map<String, Object> resources = new LinkedHashMap<>();
        resources.put("nodes", c.shape().nodes());
        resources.put("processesPerNode", c.shape().processes());
        resources.put("coresPerProcess", c.shape().cores());
        if (c.gpusPerNode() > 0) {
            resources.put("gpusPerProcess", 1);
        }
        if (c.gpuType() != null) {
            resources.put("gpuType", c.gpuType());
        }
        resources.put("memory", c.first() ? c.memoryPerNode() + "MiB" : (Object) ((long) c.memoryPerNode() << 20));
        resources.put("duration", c.first() ? Duration.ofSeconds(c.seconds()).toString() : (Object) c.seconds());
        return resources;
    }

    private void named(Map<String, Object> spec) {
        if (c.queue() != null) {
            spec.put("queue", c.queue());
        }
        if (c.account() != null) {
            spec.put("account", c.account());
        }
        if (c.qos() != null) {
            spec.put("qos", c.qos());
        }
    }

    private List<Site> where() {
        return !open ? allowed(c) : Site.able(c.shape(), c.supply()).stream().filter(s ->
                (c.queue() == null || s.queue().equals(c.queue()))
                        && (c.account() == null || Objects.equals(s.account(), c.account()))
                        && (c.qos() == null || Objects.equals(s.qos(), c.qos()))
                        && (c.gpuType() == null || Objects.equals(s.gpuType(), c.gpuType()))).toList();
    }
}
