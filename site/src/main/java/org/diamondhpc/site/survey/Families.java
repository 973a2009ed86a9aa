package org.diamondhpc.site.survey;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.diamondhpc.site.scheduler.Dialect;
import org.diamondhpc.site.scheduler.text.Program;
import org.diamondhpc.site.scheduler.text.Sections;
import org.diamondhpc.site.session.RemoteCommand;
import org.diamondhpc.site.session.SiteSession;

/**
 * Which scheduler a new site has.
 *
 * @param family absent: none that Diamond knows
 * @param version in the scheduler's words
 * @param path folders with the scheduler's commands that a plain command does not find
 */
record Families(Optional<String> family, String version, List<String> path) {
    private static final String PROGRAM = Program.of(Families.class, "families.sh");
    private static final String FOLDER = "/[A-Za-z0-9_./+-]{1,200}";

    static Families ask(SiteSession session, List<Dialect> dialects, String loginPath, String mark) {
        List<String> args = new ArrayList<>(List.of(mark, loginPath));
        List<Dialect> asked = dialects.stream().filter(d -> !d.presence().isEmpty()).toList();
        asked.forEach(d -> args.addAll(List.of(d.family(), d.presence())));
        Sections parts = Sections.parse(session.run(RemoteCommand.of(PROGRAM).withArgs(args)
                .within(Duration.ofSeconds(20L + 10L * asked.size()))).out(), mark);
        List<String> path = Arrays.stream(parts.get("path").text().strip().split(":")).filter(f -> f.matches(FOLDER))
                .toList();
        Optional<String> found = asked.stream().map(Dialect::family).filter(f -> parts.get("family-" + f).ok())
                .findFirst();
        String version = found.map(f -> parts.get("family-" + f).text().lines().findFirst().orElse("").strip())
                .orElse("");
        return new Families(found, version, path);
    }

    /** The lines that make them found; empty where none are needed. */
    String prologue() {
        return path.isEmpty() ? "" : path.stream().collect(Collectors.joining(":", "PATH=", ":$PATH; export PATH"));
    }
}
