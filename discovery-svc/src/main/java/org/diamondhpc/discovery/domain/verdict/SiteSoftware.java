package org.diamondhpc.discovery.domain.verdict;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.diamondhpc.schemas.site.SiteFacts;
import org.diamondhpc.schemas.site.SiteFacts.Module;
import org.diamondhpc.schemas.site.SiteSnapshot;

/** What is installed at a site: what its profile says counts first, then its modules. */
record SiteSoftware(SiteSnapshot site) {
    private static final int TOLD = 4;

    /** By name, with the newest version of each. */
    Map<String, String> byName() {
        Map<String, String> all = new LinkedHashMap<>();
        modules().forEach(m -> all.merge(last(m.name()), m.versions().stream().max(SoftwareNeed::compare).orElse(""),
                (a, b) -> SoftwareNeed.compare(a, b) >= 0 ? a : b));
        all.putAll(site.software());
        return all;
    }

    private List<Module> modules() {
        return site.facts() == null ? List.of() : site.facts().modules();
    }

    /** Whether all its modules are known, so that one that is not listed is not there. */
    boolean modulesKnown() {
        return site.facts() != null && site.facts().modulesKnown();
    }

    /** Why {@code module load NAME} would fail; empty where it works or nobody knows. */
    Optional<String> lacks(String module) {
        if (!modulesKnown() || modules().stream().anyMatch(m -> loads(m, module))) {
            return Optional.empty();
        }
        if (SiteFacts.NO_MODULES.equals(site.facts().moduleSystem())) {
            return Optional.of("has no modules, %s asked".formatted(module));
        }
        String name = module.contains("/") ? module.substring(0, module.lastIndexOf('/')) : module;
        String like = modules().stream().filter(m -> last(m.name()).equalsIgnoreCase(last(name)))
                .flatMap(m -> m.versions().isEmpty() ? Stream.of(m.name()) : m.versions().stream().map(v -> m.name()
                        + "/" + v)).limit(TOLD).collect(Collectors.joining(", "));
        return Optional.of("has no module %s%s".formatted(module, like.isEmpty() ? "" : "; it has " + like));
    }

    /** A name loads its default version, a folder too; Lmod and Environment Modules take a version's beginning as well. */
    private static boolean loads(Module module, String asked) {
        return asked.equals(module.name()) || module.name().startsWith(asked + "/")
                || module.versions().stream().map(v -> module.name() + "/" + v).anyMatch(full -> full.equals(asked)
                        || full.startsWith(asked + "/") || full.startsWith(asked + ".") || full.startsWith(asked + "-"));
    }

    private static String last(String name) {
        return name.substring(name.lastIndexOf('/') + 1);
    }
}
