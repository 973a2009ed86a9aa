package org.diamondhpc.site.survey;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.diamondhpc.schemas.site.SiteFacts.Module;

/**
 * The terse lists of Lmod's {@code module -t spider} and Environment Modules' {@code module -t avail}: one full name a
 * line, folders end with a colon, Lmod's headings with a slash; defaults and aliases are marked in parentheses.
 */
record ModuleList(String system, List<Module> modules, boolean truncated) {
    /** A snapshot travels whole in one event. */
    static final int MOST = 4000;

    static ModuleList parse(String text) {
        List<String> lines = text.lines().map(String::strip).toList();
        String system = lines.isEmpty() ? "" : lines.getFirst();
        if (!Set.of("lmod", "environment-modules", "none").contains(system)) {
            return new ModuleList(null, List.of(), false);
        }
        Map<String, Set<String>> byName = new LinkedHashMap<>();
        int kept = 0;
        boolean more = false;
        for (String line : lines.subList(1, lines.size())) {
            String full = line.replaceFirst("\\([^)]*\\)$", "").strip();
            if (!full.matches("[A-Za-z0-9_][^\\s:=;]*") || full.endsWith("/")) {
                continue;
            }
            if (kept++ == MOST) {
                more = true;
                break;
            }
            int cut = full.lastIndexOf('/');
            Set<String> versions = byName.computeIfAbsent(cut < 0 ? full : full.substring(0, cut),
                    n -> new LinkedHashSet<>());
            if (cut >= 0) {
                versions.add(full.substring(cut + 1));
            }
        }
        List<Module> all = new ArrayList<>();
        byName.forEach((name, versions) -> all.add(new Module(name, List.copyOf(versions))));
        return new ModuleList(system, List.copyOf(all), more);
    }
}
