package org.diamondhpc.standalone;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.diamondhpc.standalone.postgres.PostgresBinaries;
import org.diamondhpc.standalone.postgres.PostgresRoles;
import org.diamondhpc.standalone.postgres.PostgresServer;
import org.diamondhpc.standalone.process.ChildSpec;
import org.diamondhpc.standalone.process.Probe;
import org.diamondhpc.standalone.process.StopSignal;

/** Which processes make up an instance, and with which settings. Settings with secrets are in files of their owner. */
record Plan(Home home, Settings settings, Jvm jvm, SecureRandom random) {
    static final String BROKER = "broker";
    private static final int GLOBUS_KEY = 32;
    private static final String GLOBUS_DEFAULT = "diamond.globus.identities.default.";
    private static final String GLOBUS_TENANTS = "diamond.globus.tenants.";

    /** Makes everything that must be on disk before the first process starts. */
    void prepare() throws IOException, InterruptedException, Refusal {
        for (Service service : settings.services()) {
            if (!Files.exists(jvm.app(service).resolve("quarkus-run.jar"))) {
                throw new Refusal(Refusal.FAILED, service.module() + " is not built: ./diamond build");
            }
        }
        new Tokens(home.tokens()).prepare(random);
        postgres().prepare();
        Files.createDirectories(settings.folder("sites.dir", home.sites()));
        Files.writeString(home.url(), url() + "\n");
    }

    String url() throws Refusal {
        return "http://127.0.0.1:" + settings.port(Port.GATEWAY);
    }

    List<ChildSpec> specs() throws IOException, InterruptedException, Refusal {
        List<ChildSpec> specs = new ArrayList<>(List.of(postgres().spec(), broker()));
        for (Service service : settings.services()) {
            specs.add(service(service));
        }
        return specs;
    }

    BrokerProperties brokerProperties() throws IOException, Refusal {
        String password = settings.brokerAuthentication() ? secret("kafka") : "";
        return new BrokerProperties(home.kafka().toString(), settings.port(Port.BROKER),
                settings.port(Port.BROKER_CONTROLLER), password, settings.under("kafka."));
    }

    private PostgresServer postgres() throws IOException, Refusal {
        Map<String, String> passwords = new HashMap<>();
        for (Service service : Service.values()) {
            passwords.put(service.label(), secret("postgres-" + service.label()));
        }
        PostgresBinaries binaries = PostgresBinaries.in(settings.folder("cache.dir", home.cache()));
        return new PostgresServer(binaries, home.postgres(), settings.port(Port.POSTGRES),
                new PostgresRoles(secret("postgres"), passwords));
    }

    private ChildSpec broker() throws IOException, Refusal {
        BrokerProperties properties = brokerProperties();
        Map<String, String> all = new LinkedHashMap<>(properties.broker());
        properties.client().forEach((key, value) -> all.put(BrokerProperties.CLIENT + key, value));
        Path file = home.secrets().resolve("broker.properties");
        String text = write(file, all);
        write(home.kafkaClient(), properties.client());
        Path ready = home.brokerReady();
        int port = settings.port(Port.BROKER);
        List<String> command = jvm.main(BrokerMain.class, settings.brokerHeap(), settings.jvmOptions(), file.toString(),
                ready.toString());
        return new ChildSpec(BROKER, command, Map.of(), home.root(), port, Set.of(), StopSignal.TERM,
                Integer.toHexString(text.hashCode()), () -> Files.deleteIfExists(ready),
                () -> Files.exists(ready) && Probe.listens(port));
    }

    private ChildSpec service(Service service) throws IOException, Refusal {
        Path file = home.secrets().resolve(service.label() + ".properties");
        String text = write(file, properties(service));
        Map<String, String> environment = new LinkedHashMap<>(settings.under("env."));
        environment.put("QUARKUS_CONFIG_LOCATIONS", file.toString());
        int port = settings.port(service.port());
        return new ChildSpec(service.label(), jvm.service(service, settings.heap(service), settings.jvmOptions()), environment,
                jvm.app(service), port, Set.of(PostgresServer.NAME, BROKER), StopSignal.TERM,
                Jvm.stamp(jvm.app(service)) + Integer.toHexString(text.hashCode()), () -> { },
                Probe.http(port, service.readiness()));
    }

    private Map<String, String> properties(Service service) throws IOException, Refusal {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("config_ordinal", "350");
        all.put("quarkus.http.host", "127.0.0.1");
        all.put("quarkus.http.port", Integer.toString(settings.port(service.port())));
        all.put("quarkus.datasource.jdbc.url",
                "jdbc:postgresql://127.0.0.1:" + settings.port(Port.POSTGRES) + "/" + PostgresRoles.DATABASE);
        all.put("quarkus.datasource.username", service.label());
        all.put("quarkus.datasource.password", secret("postgres-" + service.label()));
        all.put("diamond.service.schema", service.label());
        all.put("diamond.instance", secret("instance"));
        all.put("diamond.sites.dir", settings.folder("sites.dir", home.sites()).toString());
        all.put("diamond.claims.dir", settings.folder("claims.dir", home.claims()).toString());
        all.put("diamond.logins.dir", home.logins().toString());
        if (service == Service.GATEWAY) {
            settings.identityProvider().ifPresent(provider -> all.putAll(provider.properties()));
            all.put("diamond.tokens.file", new Tokens(home.tokens()).digests().toString());
            all.put("diamond.gateway.webhooks.secrets-key", secret("webhooks"));
            all.put("diamond.gateway.webhooks.loopback", "true");
            all.putAll(settings.agent());
            all.put("quarkus.grpc.server.host", "127.0.0.1");
            all.put("quarkus.grpc.server.port", Integer.toString(settings.port(Port.GATEWAY_GRPC)));
        }
        Map<String, String> globus = settings.globus(home.root());
        if (service == Service.TRANSFER) {
            all.put("diamond.globus.key-file", globusKey().toString());
            all.putAll(globus);
        } else if (service == Service.DISCOVERY) {
            all.put("diamond.placing.globus", Boolean.toString(globus.keySet().stream()
                    .anyMatch(key -> key.startsWith(GLOBUS_DEFAULT))));
            String tenants = globus.keySet().stream().filter(key -> key.startsWith(GLOBUS_TENANTS))
                    .map(key -> key.substring(GLOBUS_TENANTS.length())).sorted().collect(Collectors.joining(","));
            if (!tenants.isEmpty()) {
                all.put("diamond.placing.globus-tenants", tenants);
            }
        }
        brokerProperties().client().forEach((key, value) -> all.put("kafka." + key, value));
        return all;
    }

    /** Tokens are sealed with it; whoever loses it signs on anew. */
    private Path globusKey() throws IOException {
        Path file = home.secrets().resolve("globus-key");
        new PrivateFile(file).secret(random, GLOBUS_KEY);
        return file;
    }

    String secret(String name) throws IOException {
        return new PrivateFile(home.secrets().resolve(name)).secret(random, name.equals("instance") ? 4 : 24);
    }

    /** In a fixed order: a process is adopted only while its settings are the same. */
    private static String write(Path file, Map<String, String> values) throws IOException {
        StringWriter text = new StringWriter();
        for (Map.Entry<String, String> entry : new TreeMap<>(values).entrySet()) {
            Properties one = new Properties();
            one.setProperty(entry.getKey(), entry.getValue());
            StringWriter line = new StringWriter();
            one.store(line, null);
            line.toString().lines().filter(part -> !part.startsWith("#")).forEach(part -> text.append(part).append('\n'));
        }
        if (!Files.exists(file) || !Files.readString(file).equals(text.toString())) {
            new PrivateFile(file).write(text.toString());
        }
        return text.toString();
    }
}
