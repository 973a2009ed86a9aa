package org.diamondhpc.transfer.globus;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.diamondhpc.messaging.WorkHandler;
import org.diamondhpc.messaging.WorkQueue;
import org.diamondhpc.transfer.globus.api.GlobusApi;
import org.diamondhpc.transfer.globus.auth.TokenVault;

/** This package as one process has it, over a ledger that outlives it. */
public final class TestingGlobus {
    public static final String IDENTITY = Desks.DEFAULT;

    private final Desks desks;
    private final Consignments consignments;
    private final WatchHandler watch;
    private final CollectionFiles files;
    private final Deletions deletions;

    public TestingGlobus(Map<String, String> settings, TestingLedger ledger, TokenVault vault, WorkQueue queue,
            Owners owners, Clock clock) {
        GlobusConfig config = config(settings);
        desks = new Desks(config, vault, clock);
        Bell bell = new Bell(queue, clock);
        consignments = new Consignments(desks, ledger, bell, ledger, config, clock);
        Book book = new Book(ledger, owners, ledger, clock);
        Documents documents = new Documents(config);
        files = new CollectionFiles(desks);
        deletions = new Deletions(desks, ledger, book, documents, ledger, bell, clock);
        Sweep sweep = new Sweep(ledger, book, owners, documents, ledger, clock);
        watch = new WatchHandler(desks, ledger, book, sweep, new Watching(ledger, book, sweep, config, clock),
                new Dispatch(ledger, book, documents, config, clock), config, clock);
    }

    /** @param settings below {@code diamond.globus} */
    static GlobusConfig config(Map<String, String> settings) {
        Map<String, String> all = new HashMap<>();
        settings.forEach((key, value) -> all.put("diamond.globus." + key, value));
        return new SmallRyeConfigBuilder().withMapping(GlobusConfig.class)
                .withSources(new PropertiesConfigSource(all, "test", 500)).withConverter(java.time.Duration.class, 200,
                        TestingGlobus::duration).build().getConfigMapping(GlobusConfig.class);
    }

    public Consignments consignments() {
        return consignments;
    }

    public CollectionFiles files() {
        return files;
    }

    public Deletions deletions() {
        return deletions;
    }

    public WorkHandler<WatchWork> watch() {
        return watch;
    }

    /** The calls of the identity, for what a test does at Globus by itself. */
    public GlobusApi api() {
        return desks.named(IDENTITY).orElseThrow().api();
    }

    private static java.time.Duration duration(String text) {
        return new io.quarkus.runtime.configuration.DurationConverter().convert(text);
    }

    /** A key that is no secret, as a key file holds it. */
    public static String key() {
        return Base64.getEncoder().encodeToString("32 bytes that are no real secret".getBytes(StandardCharsets.UTF_8));
    }
}
