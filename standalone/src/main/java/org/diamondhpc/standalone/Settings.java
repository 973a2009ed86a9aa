package org.diamondhpc.standalone;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a user may set, in the file {@code config} of the state folder ({@code key = value}) or, stronger, by an environment
 * variable ({@code port.base} is {@code DIAMOND_PORT_BASE}): {@code port.base}, {@code port.NAME}, {@code services},
 * {@code heap.NAME} (e.g. {@code 256m}), {@code jvm.options}, {@code sites.dir}, {@code claims.dir}, {@code cache.dir},
 * {@code broker.auth} ({@code plain} or {@code none}), {@code log.max.mib}, those of the {@link IdentityProvider}; in the
 * file only {@code kafka.*} for the broker, {@code env.NAME} for the services' environment, and {@code globus.*} for what
 * the services know as {@code diamond.globus.*}: file names in it may begin with {@code ~/} or be relative to the state
 * folder; and {@code agent.*} for what the gateway knows as {@code diamond.gateway.agent.*}.
 */
final class Settings {
    private static final int BASE = 8470;
    private static final String BROKER = "broker";
    private static final String GLOBUS = "globus.";
    private static final String AGENT = "agent.";
    /** The settings' weaker neighbour, written and removed with the practice sites. */
    private static final String PRACTICE = ".practice";

    private final Properties values;

    private Settings(Properties values) {
        this.values = values;
    }

    static Settings load(Path file, Map<String, String> environment) throws IOException, Refusal {
        Properties values = new Properties();
        for (Path each : List.of(file.resolveSibling(file.getFileName() + PRACTICE), file)) {
            if (Files.exists(each)) {
                try (Reader reader = Files.newBufferedReader(each)) {
                    values.load(reader);
                }
            }
        }
        Set<String> known = known();
        for (String key : new TreeSet<>(values.stringPropertyNames())) {
            if (!known.contains(key) && !key.startsWith("kafka.") && !key.startsWith("env.")
                    && !key.startsWith(GLOBUS) && !key.startsWith(AGENT)) {
                throw new Refusal(Refusal.USAGE, file + ": there is no setting \"" + key + "\"; there are "
                        + String.join(" ", known) + " kafka.* env.* globus.* agent.*");
            }
        }
        for (String key : known) {
            String variable = environment.get("DIAMOND_" + key.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_'));
            if (variable != null && !variable.isBlank()) {
                values.setProperty(key, variable);
            }
        }
        return new Settings(values).checked();
    }

    int port(Port port) throws Refusal {
        int number = number(port.key(), number("port.base", BASE) + port.ordinal());
        if (number < 1024 || number > 65535) {
            throw new Refusal(Refusal.USAGE, port.key() + " is " + number + "; use 1024 to 65535");
        }
        return number;
    }

    List<Service> services() throws Refusal {
        String text = values.getProperty("services");
        if (text == null) {
            return List.of(Service.values());
        }
        List<Service> chosen = new ArrayList<>();
        for (String name : text.strip().split("[,\\s]+")) {
            if (!name.isEmpty() && !name.equals("none")) {
                chosen.add(Stream.of(Service.values()).filter(service -> service.label().equals(name)).findFirst()
                        .orElseThrow(() -> new Refusal(Refusal.USAGE, "services: there is no \"" + name + "\"")));
            }
        }
        return chosen;
    }

    String heap(Service service) {
        return values.getProperty("heap." + service.label(), service.heap() + "m");
    }

    String brokerHeap() {
        return values.getProperty("heap." + BROKER, "128m");
    }

    List<String> jvmOptions() {
        return List.of(values.getProperty("jvm.options", "-XX:+UseSerialGC").strip().split("\\s+"));
    }

    Path folder(String key, Path otherwise) {
        return Path.of(values.getProperty(key, otherwise.toString())).toAbsolutePath();
    }

    boolean brokerAuthentication() {
        return !values.getProperty("broker.auth", "plain").equals("none");
    }

    /** Absent: only the tokens of the tokens folder are taken. */
    Optional<IdentityProvider> identityProvider() throws Refusal {
        return IdentityProvider.in(values);
    }

    long logLimit() throws Refusal {
        return number("log.max.mib", 16) * 1024L * 1024L;
    }

    /** What follows {@code prefix} in every key that begins with it, with its value. */
    Map<String, String> under(String prefix) {
        return values.stringPropertyNames().stream().filter(key -> key.startsWith(prefix)).sorted()
                .collect(Collectors.toMap(key -> key.substring(prefix.length()), values::getProperty, (a, b) -> b,
                        LinkedHashMap::new));
    }

    private Settings checked() throws Refusal {
        Map<Integer, Port> taken = new LinkedHashMap<>();
        for (Port port : Port.values()) {
            Port other = taken.put(port(port), port);
            if (other != null) {
                throw new Refusal(Refusal.USAGE, port.key() + " and " + other.key() + " are both " + port(port));
            }
        }
        services();
        logLimit();
        identityProvider();
        return this;
    }

    /** What is set of Globus, as the services name it; file names absolute. */
    Map<String, String> globus(Path folder) {
        Map<String, String> all = new TreeMap<>();
        for (String key : values.stringPropertyNames()) {
            if (key.startsWith(GLOBUS)) {
                String value = values.getProperty(key).strip();
                all.put("diamond." + key, !key.endsWith("-file") ? value : folder.resolve(value.startsWith("~/")
                        ? System.getProperty("user.home") + value.substring(1) : value).normalize().toString());
            }
        }
        return all;
    }

    /** What is set of the hosted agent, as the gateway names it. */
    Map<String, String> agent() {
        Map<String, String> all = new TreeMap<>();
        under(AGENT).forEach((key, value) -> all.put("diamond.gateway.agent." + key, value.strip()));
        return all;
    }

    private int number(String key, int otherwise) throws Refusal {
        String text = values.getProperty(key);
        try {
            return text == null ? otherwise : Integer.parseInt(text.strip());
        } catch (NumberFormatException words) {
            throw new Refusal(Refusal.USAGE, key + " is \"" + text + "\", which is not a number");
        }
    }

    private static Set<String> known() {
        return Stream.of(Stream.of("port.base", "services", "jvm.options", "sites.dir", "claims.dir", "cache.dir",
                        "broker.auth", "log.max.mib", "heap." + BROKER),
                IdentityProvider.KEYS.stream(), Stream.of(Port.values()).map(Port::key),
                Stream.of(Service.values()).map(service -> "heap." + service.label()))
                .flatMap(Function.identity()).collect(Collectors.toCollection(TreeSet::new));
    }
}
