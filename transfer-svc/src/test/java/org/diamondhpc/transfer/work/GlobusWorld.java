package org.diamondhpc.transfer.work;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.diamondhpc.globus.simulator.GlobusSimulator;
import org.diamondhpc.globus.simulator.SimulatorConfig;
import org.diamondhpc.globus.simulator.model.CollectionSpec;
import org.diamondhpc.globus.simulator.model.Limits;
import org.diamondhpc.messaging.NewWork;
import org.diamondhpc.messaging.WorkHandler;
import org.diamondhpc.messaging.WorkItem;
import org.diamondhpc.messaging.domain.EventPublisher;
import org.diamondhpc.messaging.fake.InMemoryOutbox;
import org.diamondhpc.messaging.fake.InMemoryWorkQueue;
import org.diamondhpc.schemas.event.TransferEvent;
import org.diamondhpc.schemas.event.TransferEvent.Item;
import org.diamondhpc.schemas.event.TransferEvent.TransferRequested;
import org.diamondhpc.schemas.id.IdSource;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TransferId;
import org.diamondhpc.schemas.task.Replica;
import org.diamondhpc.transfer.domain.Haul;
import org.diamondhpc.transfer.globus.MovableClock;
import org.diamondhpc.transfer.globus.TestingGlobus;
import org.diamondhpc.transfer.globus.TestingLedger;
import org.diamondhpc.transfer.globus.TestingVault;
import org.diamondhpc.transfer.globus.WatchWork;
import org.diamondhpc.transfer.globus.domain.CollectionRoot;
import org.diamondhpc.transfer.globus.domain.CollectionRules;
import org.diamondhpc.transfer.globus.domain.Way;

/** Two sites with collections, a simulated Globus that moves real bytes between them, and this service in the small. */
final class GlobusWorld implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    final MovableClock clock = new MovableClock();
    final TestingWorld sites = new TestingWorld();
    final TestingLedger ledger = new TestingLedger();
    final TestingVault vault = new TestingVault();
    final InMemoryWorkQueue queue = new InMemoryWorkQueue(clock);
    final InMemoryOutbox outbox = new InMemoryOutbox();
    final TestingShellSite alpha;
    final TestingShellSite beta;
    final GlobusSimulator globus;
    final Map<String, String> settings = new HashMap<>();
    private final Map<SiteId, CollectionRoot> roots = new HashMap<>();
    private final Map<String, CollectionSpec> collections = new HashMap<>();
    private TestingGlobus process;
    private TransferHandler handler;

    GlobusWorld(Path folder) throws IOException {
        this(folder, Limits.GLOBUS.withRetryAfter(Duration.ofMillis(50)));
    }

    GlobusWorld(Path folder, Limits limits) throws IOException {
        globus = GlobusSimulator.start(SimulatorConfig.fresh().withLimits(limits));
        alpha = sites.add("alpha", folder);
        beta = sites.add("beta", folder);
        collection("alpha", CollectionSpec.mapped("alpha", alpha.homePath()), alpha.homePath());
        collection("beta", CollectionSpec.mapped("beta", beta.homePath()), beta.homePath());
        Path secrets = Files.createDirectories(folder.resolve("secrets"));
        Files.writeString(secrets.resolve("key"), TestingGlobus.key());
        Files.writeString(secrets.resolve("client"), globus.client().secret());
        settings.putAll(Map.of("auth-url", globus.authUrl().toString(), "transfer-url", globus.transferUrl().toString(),
                "key-file", secrets.resolve("key").toString(), "identities.default.client-id", globus.client().id(),
                "identities.default.secret-file", secrets.resolve("client").toString(), "first-look", "20ms",
                "longest-look", "100ms", "human-pause", "200ms", "first-pause", "50ms"));
        restart();
    }

    /** The process is killed and begins anew; what it had written down is there. */
    void restart() {
        ledger.dieAfter(Integer.MAX_VALUE);
        process = new TestingGlobus(settings, ledger, vault, queue, new WorkOwners(queue), clock);
        GlobusRoots shown = place -> roots.containsKey(place.site()) ? List.of(roots.get(place.site())) : List.of();
        GlobusMover mover = new GlobusMover(process.consignments(), shown, sites.places, clock);
        handler = new TransferHandler(sites.places, sites.carrierWith(mover), sites.copies,
                new EventPublisher(outbox, IdSource.timeOrdered(clock, new Random(1)), clock, "transfer-svc"), clock, config(),
                new SourceRemoval(sites.places, shown, sites.copies, process.deletions()));
    }

    void set(String setting, String value) {
        settings.put(setting, value);
        restart();
    }

    /** What a site's profile says from now on; the whole of the folder is shown as {@code /}. */
    CollectionSpec collection(String site, CollectionSpec spec, Path shown) {
        globus.collection(spec);
        collections.put(site, spec);
        roots.put(new SiteId(site), new CollectionRoot(spec.id(), shown.toString(), "/", spec.highAssurance()));
        return spec;
    }

    /** The id of a site's collection. */
    String at(String site) {
        return collections.get(site).id();
    }

    TestingGlobus process() {
        return process;
    }

    /** The collection of a site as its own account, or (not known) one that cannot be logged in to, may use it. */
    Shelf shelf(String site, boolean known) {
        CollectionRoot root = roots.get(new SiteId(site));
        return new Shelf(TestingWorld.ALICE, new Way(new SiteId(site), root.collection(), new SiteId(site),
                root.collection(), false), new CollectionRules(root, known ? sites.at(site).rules() : null, "diamond"));
    }

    /** Asks for files of alpha to be moved to beta. */
    TransferId ask(String id, List<String> from, List<String> to) {
        return ask(id, "beta", from, to, null);
    }

    TransferId ask(String id, String target, List<String> from, List<String> to, Boolean move) {
        TransferId transfer = new TransferId(id);
        List<Item> items = new java.util.ArrayList<>();
        for (int i = 0; i < from.size(); i++) {
            items.add(new Item("alpha:" + from.get(i), List.of(Replica.at(new SiteId("alpha"), from.get(i))),
                    Replica.at(new SiteId(target), to.get(i)), null, null, null));
        }
        TransferWork work = new TransferWork(new TransferRequested(transfer, TestingWorld.ALICE, null, items,
                clock.instant(), move), Haul.begin(), null, null);
        queue.enqueue(new NewWork(TransferWork.KIND, id, work.lane(), work));
        return transfer;
    }

    TransferId ask(String id, String from, String to) {
        return ask(id, List.of(from), List.of(to));
    }

    /** Works what is due until something is so. */
    void until(BooleanSupplier wanted) {
        Instant end = Instant.now().plus(PATIENCE);
        while (!wanted.getAsBoolean()) {
            if (Instant.now().isAfter(end)) {
                throw new AssertionError("not within " + PATIENCE + "; ledger " + ledger.shipments() + " events "
                        + outbox.bodies(TransferEvent.class) + " rows " + queue.items());
            }
            round();
        }
    }

    /** Works everything that is due, once. */
    void round() {
        for (WorkItem row : queue.items()) {
            if (!row.dueAt().isAfter(clock.instant())) {
                work(row);
            }
        }
        pause();
    }

    /** Only the errand, before Globus hears of it. */
    void errand(TransferId transfer) {
        work(queue.find(TransferWork.KIND, transfer.value()).orElseThrow());
    }

    /** Until the errand's row is gone. */
    void end(TransferId transfer) {
        until(() -> queue.find(TransferWork.KIND, transfer.value()).isEmpty());
    }

    <E extends TransferEvent> List<E> events(Class<E> type) {
        return outbox.bodies(type);
    }

    <E extends TransferEvent> E event(Class<E> type) {
        until(() -> !outbox.bodies(type).isEmpty());
        return outbox.bodies(type).getLast();
    }

    int calls(String call) {
        return globus.requests().of(call);
    }

    private void work(WorkItem row) {
        WorkHandler<?> by = row.kind().equals(WatchWork.KIND) ? process.watch() : handler;
        try {
            queue.run(by, row.key());
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(5);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static TransferConfig config() {
        return new SmallRyeConfigBuilder().withMapping(TransferConfig.class).withSources(new PropertiesConfigSource(
                        Map.of("diamond.transfer.first-pause", "20ms"), "test", 500))
                .withConverter(Duration.class, 200, new io.quarkus.runtime.configuration.DurationConverter())
                .build().getConfigMapping(TransferConfig.class);
    }

    @Override
    public void close() {
        globus.close();
    }
}
