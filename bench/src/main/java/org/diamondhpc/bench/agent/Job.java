package org.diamondhpc.bench.agent;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.diamondhpc.bench.ground.Tasks;

/** One job of the benchmark: it sleeps, prints a result, and the time as its last instruction. */
record Job(int number, String site, int seconds) {
    static Job of(int number, String site, int seconds) {
        return new Job(number, site, seconds);
    }

    Map<String, Object> spec(String who) {
        Map<String, Object> spec = new LinkedHashMap<>(Tasks.spec(site, who + "-" + number, String.format(Locale.ROOT,
                "sleep %d%necho \"result %d\"%nprintf 'stamp %%s\\n' \"$EPOCHREALTIME\"%n", seconds, result())));
        spec.put("resources", Map.of("duration", "10m"));
        return spec;
    }

    int result() {
        return number * number + 7;
    }
}
