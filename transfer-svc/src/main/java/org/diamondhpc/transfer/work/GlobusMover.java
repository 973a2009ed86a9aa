package org.diamondhpc.transfer.work;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.transfer.domain.Trouble;
import org.diamondhpc.transfer.globus.Consignments;
import org.diamondhpc.transfer.globus.Consignments.Sending;
import org.diamondhpc.transfer.globus.domain.Consignment;
import org.diamondhpc.transfer.globus.domain.Way;

/**
 * Lets Globus move what both ends show in a collection. What it cannot reach, or cannot name, is left to the relay. The
 * files come into a workshop of their own beside their place and are put in place once they were found complete there.
 */
@ApplicationScoped
class GlobusMover implements Mover {
    static final String NAME = "globus";
    /** There is news before that; this only heals what was missed. */
    private static final Duration SAFETY = Duration.ofMinutes(2);
    private static final Duration SOON = Duration.ofSeconds(15);

    private final Consignments globus;
    private final GlobusRoots roots;
    private final Places places;
    private final Clock clock;

    GlobusMover(Consignments globus, GlobusRoots roots, Places places, Clock clock) {
        this.globus = globus;
        this.roots = roots;
        this.places = places;
        this.clock = clock;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int rank() {
        return 1;
    }

    @Override
    public boolean serves(Batch batch) {
        return batch.from() != null && batch.to() != null && !batch.from().same(batch.to())
                && globus.identity(batch.to().rules().tenant()).isPresent()
                && !EndException.atSource(() -> roots.of(batch.from())).isEmpty()
                && !EndException.atTarget(() -> roots.of(batch.to())).isEmpty();
    }

    @Override
    public String why(Batch batch) {
        return "both ends have a Globus collection";
    }

    @Override
    public String whyNot(Batch batch) {
        if (batch.from() == null || batch.to() == null || batch.from().same(batch.to())) {
            return null;
        }
        boolean source = !EndException.atSource(() -> roots.of(batch.from())).isEmpty();
        boolean target = !EndException.atTarget(() -> roots.of(batch.to())).isEmpty();
        if (!source && !target) {
            return null;
        }
        if (!source || !target) {
            return (source ? batch.to() : batch.from()).site() + " has no Globus collection";
        }
        if (globus.identity(batch.to().rules().tenant()).isEmpty()) {
            return "no Globus identity serves the tenant";
        }
        Set<Integer> numbers = batch.items().stream().map(Batch.Item::number).collect(Collectors.toSet());
        return globus.of(batch.token()).stream().map(Sending::consignment)
                .anyMatch(c -> c.state() == Consignment.State.WITHDRAWN && c.numbers().stream().anyMatch(numbers::contains))
                ? "Globus did not answer in time" : "it lies outside of what the collections show, or Globus cannot spell its name";
    }

    @Override
    public List<Batch.Item> takes(Batch batch) {
        if (batch.from() == null || batch.to() == null) {
            return List.of();
        }
        Set<Integer> given = new HashSet<>();
        Set<Integer> others = new HashSet<>();
        for (Sending sending : globus.of(batch.token())) {
            Consignment consignment = sending.consignment();
            boolean overdue = globus.overdue(sending);
            if (overdue) {
                globus.withdraw(consignment);
            }
            (overdue || consignment.state() == Consignment.State.WITHDRAWN ? others : given)
                    .addAll(consignment.numbers());
        }
        List<Batch.Item> fresh = batch.items().stream().filter(i -> !given.contains(i.number())
                && !others.contains(i.number())).toList();
        Set<Batch.Item> reached = !fresh.isEmpty() && serves(batch) ? offers(batch.with(fresh)).keySet() : Set.of();
        return batch.items().stream().filter(i -> given.contains(i.number()) || reached.contains(i)).toList();
    }

    @Override
    public void move(Batch batch, MoveLog log) {
        List<Sending> sendings = globus.of(batch.token()).stream()
                .filter(s -> s.consignment().state() != Consignment.State.WITHDRAWN).toList();
        Map<Integer, Sending> byNumber = new HashMap<>();
        sendings.forEach(s -> s.consignment().numbers().forEach(n -> byNumber.put(n, s)));
        List<Batch.Item> fresh = batch.items().stream().filter(i -> !byNumber.containsKey(i.number())).toList();
        give(batch.with(fresh));
        Travel travel = fresh.isEmpty() ? null : travel("given to Globus", null);
        for (Sending sending : sendings) {
            Consignment consignment = sending.consignment();
            List<Batch.Item> items = batch.items().stream()
                    .filter(i -> consignment.numbers().contains(i.number())).toList();
            if (items.isEmpty()) {
                continue; // of another end of the errand
            }
            log.checkStopped();
            switch (consignment.state()) {
                case WAITING, SENT -> travel = travel(sending).plus(travel);
                case ARRIVED -> travel = landed(consignment, batch.with(items), log, travel);
                case WITHDRAWN -> { }
                case REFUSED -> settled(consignment, items.stream().<Moved>map(i ->
                        new Moved.NotThere(i.number(), consignment.problem())).toList(), log);
            }
        }
        if (travel != null) {
            throw new Underway(travel);
        }
    }

    /** The source must be seen once more; while it is away what arrived is kept as it is. */
    private Travel landed(Consignment consignment, Batch batch, MoveLog log, Travel others) {
        try {
            Place from = EndException.atSource(() ->
                    places.of(consignment.way().fromSite(), batch.to().rules().tenant()));
            List<Batch.Item> whole = batch.items().stream().filter(i -> !consignment.skipped().containsKey(i.number())).toList();
            List<Moved> moved = new ArrayList<>(new Unloading(delivery(consignment), from, batch).land(whole, log));
            consignment.skipped().forEach((number, problem) -> moved.add(new Moved.NotThere(number, problem)));
            settled(consignment, moved, log);
            return others;
        } catch (EndException e) {
            if (e.end() == EndException.End.SOURCE && Trouble.of(e.reason()) == Trouble.AWAY) {
                return travel("arrived", e.problem()).plus(others);
            }
            throw e;
        }
    }

    private Delivery delivery(Consignment consignment) {
        return new Delivery(NAME, consignment.workshop(), consignment.lines(), globus.compares(), globus.excluded(),
                switch (globus.symlinks()) {
                    case "keep" -> null;
                    case "copy" -> "were replaced by copies of what they point to";
                    default -> "were left out, as Globus transfers do unless the operator sets diamond.globus.symlinks";
                });
    }

    private void settled(Consignment consignment, List<Moved> moved, MoveLog log) {
        log.settled(moved, consignment.way().fromSite(), Duration.between(consignment.createdAt(), clock.instant()));
        globus.take(consignment);
    }

    private void give(Batch batch) {
        Map<Way, List<GlobusOffer>> ways = new LinkedHashMap<>();
        offers(batch).values().forEach(o -> ways.computeIfAbsent(o.way(), w -> new ArrayList<>()).add(o));
        ways.forEach((way, offers) -> {
            String id = UUID.randomUUID().toString();
            String folder = EndException.atTarget(() -> batch.to().resolved(batch.landing().workshop() + "-" + id));
            List<GlobusOffer> counted = offers.stream().map(o -> o.counted(batch.from())).toList();
            EndException.atTarget(() -> batch.to().session().run(Program.READY
                    .with(batch.landing().privacy(), folder)).orThrow("making a folder"));
            globus.give(new Consignment(id, globus.identity(batch.to().rules().tenant()).orElseThrow(),
                    batch.owner(), way, folder, offers.getFirst().targetPath(folder),
                    offers.stream().map(o -> o.line(folder)).toList(),
                    counted.stream().mapToInt(GlobusOffer::files).sum(),
                    counted.stream().mapToLong(GlobusOffer::bytes).sum(),
                    Consignment.State.WAITING, null, false, null, clock.instant(), null));
        });
    }

    /** What lies in a collection at both ends, with its way. */
    private Map<Batch.Item, GlobusOffer> offers(Batch batch) {
        return batch.items().isEmpty() ? Map.of() : GlobusOffer.of(batch,
                EndException.atSource(() -> roots.of(batch.from())), EndException.atTarget(() -> roots.of(batch.to())));
    }

    private static Travel travel(Sending sending) {
        Consignment own = sending.consignment();
        return sending.shipment().map(s -> new Travel(NAME, share(s.look().bytes(), own.bytes(), s.bytes()),
                s.look().faults(), s.look().status() == null ? "submitting" : s.look().status(), s.problem(),
                s.tryAt(), SAFETY, null)).orElseGet(() -> travel("waiting for a place", own.problem()));
    }

    private static Travel travel(String status, Problem problem) {
        return new Travel(NAME, 0, 0, status, problem, null, problem == null ? SAFETY : SOON, null);
    }

    /** Globus counts the bytes of all that share a task. */
    private static long share(long moved, long own, long all) {
        return all <= 0 || own >= all ? moved : Math.round((double) moved * own / all);
    }
}
