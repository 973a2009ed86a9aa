package org.diamondhpc.transfer.work;

import io.quarkus.arc.All;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.transfer.domain.Haul;
import org.diamondhpc.transfer.domain.Source;
import org.diamondhpc.transfer.domain.Wish;

/**
 * Runs errands: asks the cheapest source of each wish first, the wishes of one source as one batch to one mover, and
 * goes to the next source where one fails.
 */
@ApplicationScoped
class Carrier {
    private final Places places;
    private final Copies copies;
    private final List<Mover> movers;

    Carrier(Places places, Copies copies, @All List<Mover> movers) {
        this.places = places;
        this.copies = copies;
        this.movers = movers.stream().sorted(Comparator.comparingInt(Mover::rank)).toList();
    }

    /** @throws Stopped where the log says so */
    HaulEnd carry(Errand errand, Haul soFar, HaulLog log) {
        Trip trip = new Trip(errand, soFar, log);
        Optional<HaulEnd> end = Optional.empty();
        while (end.isEmpty()) {
            List<Integer> open = trip.open();
            if (open.isEmpty()) {
                return trip.rest();
            }
            end = trip.exhausted(open);
            if (end.isEmpty()) {
                end = round(trip, trip.open());
            }
        }
        return end.get();
    }

    /** Every open wish asked of its present source. */
    private Optional<HaulEnd> round(Trip trip, List<Integer> open) {
        Map<Optional<SiteId>, List<Batch.Item>> bySource = new LinkedHashMap<>();
        for (int number : open) {
            Source source = trip.source(number);
            SiteId site = source instanceof Source.AtSite at ? at.site() : null;
            bySource.computeIfAbsent(Optional.ofNullable(site), s -> new ArrayList<>())
                    .add(new Batch.Item(number, trip.errand().wishes().get(number), source));
        }
        for (Map.Entry<Optional<SiteId>, List<Batch.Item>> group : bySource.entrySet()) {
            Optional<HaulEnd> end = group(trip, group.getKey(), group.getValue());
            if (end.isPresent()) {
                return end;
            }
        }
        return Optional.empty();
    }

    private Optional<HaulEnd> group(Trip trip, Optional<SiteId> site, List<Batch.Item> items) {
        try {
            Place from = site.map(s -> EndException.atSource(() -> source(s, trip.errand()))).orElse(null);
            move(trip, trip.errand().batch(from, items));
        } catch (EndException e) {
            if (e.end() == EndException.End.TARGET) {
                return trip.targetTrouble(items, e.problem());
            }
            trip.sourceTrouble(items, e.problem());
        }
        return Optional.empty();
    }

    /** Each mover takes what it can of what is left. */
    private void move(Trip trip, Batch batch) {
        List<Batch.Item> left = batch.items();
        List<String> passed = new ArrayList<>();
        for (Mover mover : movers) {
            List<Batch.Item> taken = left.isEmpty() ? List.of() : mover.takes(batch.with(left));
            List<Batch.Item> others = left.stream().filter(i -> !taken.contains(i)).toList();
            if (!others.isEmpty()) {
                told(passed, mover.whyNot(batch.with(others)));
            }
            boolean declined = !taken.isEmpty() && !moved(trip, mover, batch.with(taken), passed);
            left = !declined ? others : batch.items().stream()
                    .filter(i -> others.contains(i) || taken.contains(i) && trip.isOpen(i)).toList();
        }
        if (!left.isEmpty()) {
            throw new IllegalStateException("no mover takes " + left.getFirst().wish().label());
        }
    }

    /** @return false where it cannot after all, so that others are to be asked */
    private static boolean moved(Trip trip, Mover mover, Batch batch, List<String> passed) {
        String why = mover.why(batch);
        trip.begin(batch.from(), mover.name(), why != null ? why : passed.isEmpty() ? null : String.join("; ", passed));
        try {
            mover.move(batch, trip);
        } catch (Underway e) {
            trip.underway(batch.items(), e.travel());
        } catch (Declined e) {
            told(passed, e.getMessage());
            trip.note(e.getMessage());
            return false;
        }
        return true;
    }

    private static void told(List<String> passed, String why) {
        if (why != null) {
            passed.add(why);
        }
    }

    private Place source(SiteId site, Errand errand) {
        return errand.to() != null && errand.to().site().equals(site) ? errand.to() : places.of(site, errand.tenant());
    }

    /** The wishes with copies of the same content that lie at the target already put first. */
    Map<Integer, Wish> withCopies(Place to, Map<Integer, Wish> wishes) {
        Map<Integer, Wish> better = new LinkedHashMap<>();
        wishes.forEach((number, wish) -> better.put(number, wish.tree() ? wish : withCopies(to, wish)));
        return better;
    }

    private Wish withCopies(Place to, Wish wish) {
        String sha256 = wish.sha256();
        if (sha256 == null || wish.sources().stream().anyMatch(Source.Inline.class::isInstance)) {
            return wish;
        }
        List<Source> sources = new ArrayList<>();
        for (String path : copies.copies(to.account(), sha256)) {
            try {
                sources.add(new Source.AtSite(to.site(), to.rules().mayRead(path)));
            } catch (org.diamondhpc.schemas.reason.DiamondException e) {
                continue; // another tenant's
            }
        }
        wish.sources().stream().filter(s -> !sources.contains(s)).forEach(sources::add);
        return wish.withSources(sources);
    }

    static Problem noSource(Wish wish) {
        return Problem.of(Reason.TRANSFER_SOURCE_MISSING, "nobody knows a place where " + wish.label() + " lies");
    }
}
