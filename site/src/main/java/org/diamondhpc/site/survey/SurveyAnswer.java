package org.diamondhpc.site.survey;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.diamondhpc.schemas.site.SiteFacts;
import org.diamondhpc.schemas.site.SiteFacts.Storage;
import org.diamondhpc.site.scheduler.text.Amounts;
import org.diamondhpc.site.scheduler.text.Sections;

/** What a login node said. Pure. A part that did not come leaves what was known before. */
record SurveyAnswer(Sections parts) {
    private static final int HOST_LINES = 3;

    SiteFacts facts(String user, SiteFacts before, Instant now) {
        SiteFacts known = before == null ? SiteFacts.unknown() : before;
        SiteFacts inventory = parts.get("host").ok() ? inventory(known, now) : known;
        return inventory.withStorage(storage(user), now);
    }

    private SiteFacts inventory(SiteFacts known, Instant now) {
        ModuleList modules = parts.get("modules").ok() ? ModuleList.parse(parts.get("modules").text())
                : new ModuleList(known.moduleSystem(), known.modules(), known.modulesTruncated());
        return new SiteFacts(now, known.storageAt(), host(1), line("system").replace("\"", ""), libc(), containers(),
                modules.system(), modules.modules(), modules.truncated(), known.storage());
    }

    /** @param line 0 its name, 1 its architecture, 2 its kernel, 3 its processors */
    String host(int line) {
        String[] lines = parts.get("host").text().split("\n");
        return lines.length < HOST_LINES || line >= lines.length ? "" : lines[line].strip();
    }

    private String line(String part) {
        return parts.get(part).text().lines().map(String::strip).filter(l -> !l.isEmpty()).findFirst().orElse("");
    }

    /** {@code glibc 2.36}; other libraries call themselves by name and version on two lines. */
    private String libc() {
        String said = parts.get("libc").text().strip().replaceAll("\\s*\\R\\s*", " ");
        return said.startsWith("musl") ? said.replaceFirst("^(musl).*?[Vv]ersion (\\S+).*$", "$1 $2") : line("libc");
    }

    private Map<String, String> containers() {
        Map<String, String> all = new LinkedHashMap<>();
        parts.get("containers").text().lines().map(String::strip).filter(l -> !l.isEmpty()).forEach(l -> {
            String[] words = l.split("\\s+");
            String last = words.length > 1 ? words[words.length - 1] : "";
            all.put(words[0], last.matches("v?\\d.*") ? last : "");
        });
        return all;
    }

    /** The PATH of a login shell; empty: not told. */
    String loginPath() {
        return parts.get("login").text().lines().findFirst().orElse("");
    }

    /** What a login shell calls scratch. */
    Optional<String> scratch() {
        return parts.get("login").text().lines().skip(1).findFirst().filter(p -> p.startsWith("/"));
    }

    List<Storage> storage(String user) {
        List<String> lines = parts.get("space").text().lines().toList();
        Quotas quotas = Quotas.parse(parts.get("quota").text(), parts.get("quotas").text());
        List<Storage> all = new ArrayList<>();
        for (int i = 0; i + 3 < lines.size(); i += 4) {
            all.add(storage(user, lines.get(i), lines.get(i + 1), lines.get(i + 2).strip().split("\\s+"),
                    lines.get(i + 3).strip().split("\\s+"), quotas));
        }
        return all;
    }

    private static Storage storage(String user, String use, String path, String[] space, String[] files,
            Quotas quotas) {
        Long total = kib(space, 1);
        Long free = kib(space, 3);
        Optional<Quotas.Limit> quota = quotas.of(space[0], path);
        Long left = quota.map(q -> Math.max(0, q.limit() - q.used())).orElse(null);
        Long files3 = files.length > 3 ? number(files[3]) : null;
        return new Storage(user, use, path, total, free == null || left == null ? free : Long.valueOf(Math.min(free, left)),
                quota.map(Quotas.Limit::limit).orElse(null), quota.map(Quotas.Limit::used).orElse(null), files3);
    }

    private static Long kib(String[] fields, int at) {
        Long n = at < fields.length ? number(fields[at]) : null;
        return n == null ? null : Long.valueOf(n * 1024);
    }

    private static Long number(String text) {
        OptionalLong n = Amounts.number(text, 0);
        return n.isPresent() ? Long.valueOf(n.getAsLong()) : null;
    }
}
