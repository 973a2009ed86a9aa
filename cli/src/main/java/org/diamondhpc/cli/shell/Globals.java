package org.diamondhpc.cli.shell;

import java.nio.file.Path;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Options that every command takes, before or after its name. */
public final class Globals {
    @Option(names = "--json", scope = ScopeType.INHERIT,
            description = "Print one JSON document, or one JSON object a line for what goes on.")
    boolean json;

    @Option(names = "--url", scope = ScopeType.INHERIT, paramLabel = "URL",
            description = "Diamond's address; without it DIAMOND_URL.")
    String url;

    @Option(names = "--token-file", scope = ScopeType.INHERIT, paramLabel = "FILE",
            description = "File with the bearer token; without it DIAMOND_TOKEN.")
    Path tokenFile;

    @Option(names = "--no-color", scope = ScopeType.INHERIT, description = "No colours, as with NO_COLOR.")
    boolean noColor;

    @Option(names = {"-q", "--quiet"}, scope = ScopeType.INHERIT, description = "Print only ids and results.")
    boolean quiet;
}
