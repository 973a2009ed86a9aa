package org.diamondhpc.transfer.work;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.diamondhpc.messaging.LeaseLost;
import org.diamondhpc.messaging.Work;
import org.diamondhpc.messaging.WorkHandler;
import org.diamondhpc.messaging.WorkOutcome;
import org.diamondhpc.messaging.domain.EventPublisher;
import org.diamondhpc.schemas.event.TransferEvent;
import org.diamondhpc.schemas.event.TransferEvent.Item;
import org.diamondhpc.schemas.event.TransferEvent.TransferFailed;
import org.diamondhpc.schemas.event.TransferEvent.TransferFinished;
import org.diamondhpc.schemas.event.TransferEvent.TransferProgressed;
import org.diamondhpc.schemas.event.TransferEvent.TransferRequested;
import org.diamondhpc.schemas.event.TransferEvent.TransferStalled;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.spec.DataPlace;
import org.diamondhpc.transfer.domain.Arrival;
import org.diamondhpc.transfer.domain.AskedPath;
import org.diamondhpc.transfer.domain.Haul;
import org.diamondhpc.transfer.domain.Patience;
import org.diamondhpc.transfer.domain.Removal;
import org.diamondhpc.transfer.domain.Source;
import org.diamondhpc.transfer.domain.TransferReport;
import org.diamondhpc.transfer.domain.Trouble;
import org.diamondhpc.transfer.domain.Wish;

/** Moves what an agent asked for, one target after another, and tells how far it is. */
@ApplicationScoped
class TransferHandler implements WorkHandler<TransferWork> {
    private static final Duration DELETING = Duration.ofSeconds(1);

    private final Places places;
    private final Carrier carrier;
    private final Copies copies;
    private final EventPublisher events;
    private final Clock clock;
    private final Duration progress;
    private final Patience patience;
    private final SourceRemoval sources;

    TransferHandler(Places places, Carrier carrier, Copies copies, EventPublisher events, Clock clock,
            TransferConfig config, SourceRemoval sources) {
        this.places = places;
        this.carrier = carrier;
        this.copies = copies;
        this.events = events;
        this.clock = clock;
        this.sources = sources;
        this.progress = config.progress();
        this.patience = new Patience(config.firstPause(), config.longestPause(),
                config.transferGiveUp());
    }

    @Override
    public String kind() {
        return TransferWork.KIND;
    }

    @Override
    public Class<TransferWork> payload() {
        return TransferWork.class;
    }

    @Override
    public WorkOutcome work(Work<TransferWork> work) {
        TransferWork task = work.payload();
        TransferRequested request = task.request();
        HaulEnd end;
        try {
            end = carry(work, task, new HaulEnd.Complete(task.haul().startedAt(clock.instant())));
        } catch (Stopped e) {
            throw new LeaseLost(work.kind(), work.key());
        }
        return switch (end) {
            case HaulEnd.Complete all -> removed(work, task.with(all.haul()));
            case HaulEnd.Underway on -> underway(work, task, on);
            case HaulEnd.Failed failed -> failed(request, failed.haul(), failed.problem());
            case HaulEnd.Later later -> later(work, task, later);
        };
    }

    /** What has arrived goes from its source, where that is wanted; the transfer has ended after that. */
    private WorkOutcome removed(Work<TransferWork> work, TransferWork task) {
        TransferRequested request = task.request();
        Removal removal = task.removal() == null ? Removal.begin() : task.removal();
        if (Boolean.TRUE.equals(request.move())) {
            try {
                for (Optional<Arrival> next = SourceRemoval.next(task.haul(), removal); next.isPresent();
                        next = SourceRemoval.next(task.haul(), removal)) {
                    Removal further = sources.step(request, next.get(), removal);
                    if (further.equals(removal)) {
                        return WorkOutcome.again(DELETING, "Globus deletes what was moved");
                    }
                    removal = further;
                    work.checkpoint(task.removing(removal));
                }
            } catch (DiamondException e) {
                return later(work, task.removing(removal), new HaulEnd.Later(task.haul(), e.problem()));
            }
        }
        return ended(request, task.haul(), removal);
    }

    private WorkOutcome ended(TransferRequested request, Haul haul, Removal removal) {
        List<String> notes = new ArrayList<>(haul.notes());
        if (Boolean.TRUE.equals(request.move())) {
            notes.add(removal.deleted() + " files were deleted at their source after both ends were found equal");
            notes.addAll(removal.notes());
        }
        if (!haul.lost().isEmpty()) {
            return failed(request, haul, TransferReport.problem(request, haul), notes);
        }
        return WorkOutcome.done(() -> events.publish(new TransferFinished(request.transfer(), request.tenant(),
                haul.movers(), TransferReport.done(request, haul), haul.bytes(), clock.instant(), haul.legs(), notes)));
    }

    private HaulEnd carry(Work<TransferWork> work, TransferWork task, HaulEnd so) {
        Map<Optional<SiteId>, Map<Integer, Item>> byTarget = new LinkedHashMap<>();
        for (int i = 0; i < task.request().items().size(); i++) {
            Item item = task.request().items().get(i);
            byTarget.computeIfAbsent(Optional.ofNullable(item.to().site()), s -> new TreeMap<>()).put(i, item);
        }
        TellingLog log = new TellingLog(work, task, copies, events, clock, progress);
        Haul haul = so.haul();
        Travel travel = null;
        Problem later = null;
        for (Map.Entry<Optional<SiteId>, Map<Integer, Item>> target : byTarget.entrySet()) {
            HaulEnd end = carry(work, task, target.getKey(), target.getValue(), haul, log);
            haul = end.haul();
            switch (end) {
                case HaulEnd.Complete all -> { }
                case HaulEnd.Underway on -> travel = on.travel().plus(travel);
                case HaulEnd.Later wait -> later = later == null ? wait.problem() : later;
                case HaulEnd.Failed failed -> haul = losing(haul, target.getValue().keySet(), failed.problem());
            }
        }
        return later != null ? new HaulEnd.Later(haul, later)
                : travel == null ? new HaulEnd.Complete(haul) : new HaulEnd.Underway(haul, travel);
    }

    /** One target's trouble is not another's. */
    private static Haul losing(Haul haul, Set<Integer> items, Problem why) {
        Haul less = haul;
        for (int number : haul.open(items)) {
            less = less.losing(number, why);
        }
        return less;
    }

    private HaulEnd carry(Work<TransferWork> work, TransferWork task, Optional<SiteId> site, Map<Integer, Item> items,
            Haul haul, TellingLog log) {
        TenantId tenant = task.request().tenant();
        try {
            Place to = site.map(s -> places.of(s, tenant)).orElse(null);
            Map<Integer, Wish> wishes = new TreeMap<>();
            Haul possible = haul;
            for (int number : haul.open(items.keySet())) {
                try {
                    wishes.put(number, wish(items.get(number), to));
                } catch (DiamondException e) {
                    if (Trouble.of(e.reason()) == Trouble.AWAY) {
                        throw e;
                    }
                    possible = possible.losing(number, e.problem());
                }
            }
            Errand errand = new Errand(task.owner(), tenant, to, null, work.runs() > 1,
                    to == null ? wishes : carrier.withCopies(to, wishes));
            return carrier.carry(errand, possible, log);
        } catch (Stopped e) {
            throw e;
        } catch (DiamondException e) {
            return Trouble.of(e.reason()) == Trouble.AWAY ? new HaulEnd.Later(haul, e.problem())
                    : new HaulEnd.Failed(haul, e.problem());
        }
    }

    private Wish wish(Item item, Place to) {
        List<Source> sources = Source.byCost(item.sources(), item.to().site(), places::answers);
        boolean tree = item.from() != null && item.from().endsWith("/")
                || !item.sources().isEmpty() && item.sources().stream().allMatch(r -> r.path().endsWith("/"));
        return new Wish(item.from(), to == null ? null : target(item, to, tree), tree, false, item.size(),
                item.sha256(), sources);
    }

    /** A file that goes to a path with a slash at its end goes into that folder under its own name. */
    private static String target(Item item, Place to, boolean tree) {
        AskedPath asked = AskedPath.parse(item.to().path());
        String path = to.absolute(asked);
        String name = DataPlace.lastName(item.from());
        String whole = asked.tree() && !tree && name != null ? Listings.below(path, name) : path;
        return to.rules().mayWrite(to.resolved(whole));
    }

    private WorkOutcome later(Work<TransferWork> work, TransferWork task, HaulEnd.Later end) {
        Instant now = clock.instant();
        Haul waiting = end.haul().away(now);
        Optional<Duration> pause = patience.pause(waiting.awaySince(), waiting.failures(), now, false);
        if (pause.isEmpty()) {
            return failed(task.request(), end.haul(), end.problem());
        }
        work.checkpoint(task.with(waiting), () -> events.publish(new TransferStalled(task.request().transfer(),
                task.request().tenant(), end.problem(), now.plus(pause.get()))));
        return WorkOutcome.again(pause.get(), end.problem().reason() + ": " + end.problem().detail());
    }

    /** Nobody stands by while a mover moves by itself; the row is worked again when there is news. */
    private WorkOutcome underway(Work<TransferWork> work, TransferWork task, HaulEnd.Underway on) {
        Travel travel = on.travel();
        TransferRequested request = task.request();
        TransferEvent news = travel.problem() != null
                ? new TransferStalled(request.transfer(), request.tenant(), travel.problem(), travel.retryAt())
                : new TransferProgressed(request.transfer(), request.tenant(), travel.mover(),
                        on.haul().arrived().size(), request.items().size(), on.haul().bytes() + travel.bytes(),
                        TellingLog.total(request), (int) travel.faults(), travel.status(), travel.why(), on.haul().legs());
        work.checkpoint(task.with(on.haul()).telling(travel), () -> {
            if (!travel.told(task.told())) {
                events.publish(news);
            }
        });
        return WorkOutcome.again(travel.again(), travel.mover() + ": " + (travel.problem() == null ? travel.status()
                : travel.problem().reason() + ": " + travel.problem().detail()));
    }

    private WorkOutcome failed(TransferRequested request, Haul haul, Problem problem) {
        return failed(request, haul, problem, haul.notes());
    }

    private WorkOutcome failed(TransferRequested request, Haul haul, Problem problem, List<String> notes) {
        return WorkOutcome.done(() -> events.publish(new TransferFailed(request.transfer(), request.tenant(), problem,
                TransferReport.done(request, haul), haul.legs(), notes, TransferReport.lost(request, haul))));
    }
}
