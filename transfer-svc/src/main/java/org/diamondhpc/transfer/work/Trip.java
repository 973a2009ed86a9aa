package org.diamondhpc.transfer.work;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.task.Leg;
import org.diamondhpc.transfer.domain.Arrival;
import org.diamondhpc.transfer.domain.Haul;
import org.diamondhpc.transfer.domain.Source;
import org.diamondhpc.transfer.domain.Trouble;

/** One try at an errand: which source each wish is at, and what went wrong with the others. */
final class Trip implements MoveLog {
    private static final int MOST_DIFFERENT = 3;

    private final Errand errand;
    private final HaulLog log;
    private final Map<Integer, Integer> at = new HashMap<>();
    private final Map<Integer, List<Problem>> problems = new HashMap<>();
    private final Set<Integer> underway = new HashSet<>();
    private final Set<Integer> waiting = new HashSet<>();
    private Travel travel;
    private Problem later;
    private SiteId from;
    private String mover;
    private String why;
    private long since;
    private Haul haul;

    Trip(Errand errand, Haul haul, HaulLog log) {
        this.errand = errand;
        this.haul = haul;
        this.log = log;
    }

    Errand errand() {
        return errand;
    }

    Haul haul() {
        return haul;
    }

    /** What is not there and nobody moves. */
    List<Integer> open() {
        return open(errand.wishes().keySet());
    }

    private List<Integer> open(Set<Integer> numbers) {
        return haul.open(numbers.stream().filter(n -> !underway.contains(n) && !waiting.contains(n)).collect(Collectors.toSet()));
    }

    private List<Integer> open(List<Batch.Item> items) {
        return open(items.stream().map(Batch.Item::number).collect(Collectors.toSet()));
    }

    boolean isOpen(Batch.Item item) {
        return !open(List.of(item)).isEmpty();
    }

    /** The end, where nothing is open; of wishes that count each for itself some may be lost. */
    HaulEnd rest() {
        return later != null ? new HaulEnd.Later(haul, later)
                : travel == null ? new HaulEnd.Complete(haul) : new HaulEnd.Underway(haul, travel);
    }

    /** From now on it is this mover that moves, from this end. */
    void begin(Place source, String name, String reason) {
        from = source == null ? null : source.site();
        mover = name;
        why = reason;
        since = System.nanoTime();
    }

    void underway(List<Batch.Item> items, Travel how) {
        int before = underway.size();
        underway.addAll(open(items));
        travel = underway.size() == before ? travel : how.because(why).plus(travel);
    }

    Source source(int number) {
        return errand.wishes().get(number).sources().get(at.getOrDefault(number, 0));
    }

    /** The end, where a wish has no source left and the others are of no use without it. */
    Optional<HaulEnd> exhausted(List<Integer> open) {
        for (int number : open) {
            if (at.getOrDefault(number, 0) >= errand.wishes().get(number).sources().size()) {
                HaulEnd end = exhausted(number);
                if (!errand.each()) {
                    return Optional.of(end);
                }
                leave(number, end);
            }
        }
        return Optional.empty();
    }

    private HaulEnd exhausted(int number) {
        List<Problem> all = problems.getOrDefault(number, List.of());
        return all.stream().filter(p -> Trouble.of(p.reason()) == Trouble.AWAY).findFirst()
                .<HaulEnd>map(p -> new HaulEnd.Later(haul, p)).orElseGet(() -> different(number, all));
    }

    /** The wish alone comes to this end, for this try or for good. */
    private void leave(int number, HaulEnd end) {
        switch (end) {
            case HaulEnd.Later wait -> {
                waiting.add(number);
                later = later == null ? wait.problem() : later;
            }
            case HaulEnd.Failed failed -> lose(List.of(number), failed.problem());
            case HaulEnd.Complete complete -> throw new IllegalStateException("it has no source left");
            case HaulEnd.Underway on -> throw new IllegalStateException("it has no source left");
        }
    }

    private void lose(List<Integer> numbers, Problem why) {
        numbers.forEach(n -> haul = haul.losing(n, why));
        log.save(haul, List.of());
    }

    private HaulEnd different(int number, List<Problem> all) {
        Problem told = all.stream().filter(p -> Trouble.of(p.reason()) != Trouble.MISSING).findFirst()
                .or(() -> all.stream().findFirst())
                .orElseGet(() -> Carrier.noSource(errand.wishes().get(number)));
        return Trouble.of(told.reason()) == Trouble.DIFFERENT && haul.timesDifferent(number) < MOST_DIFFERENT
                ? new HaulEnd.Later(haul, told) : new HaulEnd.Failed(haul, told);
    }

    /** Trouble of the target ends the try: it is the same for every source. Wishes on their own are only lost with it. */
    Optional<HaulEnd> targetTrouble(List<Batch.Item> items, Problem problem) {
        return switch (Trouble.of(problem.reason())) {
            case AWAY -> Optional.of(new HaulEnd.Later(haul, problem));
            case DIFFERENT -> {
                open(items).forEach(n -> haul = haul.differed(n));
                log.save(haul, List.of());
                List<Integer> spent = open(items).stream().filter(n -> haul.timesDifferent(n) >= MOST_DIFFERENT).toList();
                yield spent.isEmpty() ? Optional.of(new HaulEnd.Later(haul, problem)) : failed(spent, problem);
            }
            default -> failed(open(items), problem);
        };
    }

    private Optional<HaulEnd> failed(List<Integer> numbers, Problem problem) {
        if (!errand.each()) {
            return Optional.of(new HaulEnd.Failed(haul, problem));
        }
        lose(numbers, problem);
        return Optional.empty();
    }

    /** Trouble of a source sends its wishes to their next one. */
    void sourceTrouble(List<Batch.Item> items, Problem problem) {
        open(items).forEach(n -> next(n, problem));
    }

    @Override
    public void settled(List<Moved> items) {
        long now = System.nanoTime();
        settled(items, from, Duration.ofNanos(now - since));
        since = now;
    }

    @Override
    public void note(String difference) {
        haul = haul.noted(difference);
    }

    @Override
    public void settled(List<Moved> items, SiteId source, Duration took) {
        List<Arrival> arrivals = new ArrayList<>();
        List<ReplicaFact> facts = new ArrayList<>();
        for (Moved item : items) {
            switch (item) {
                case Moved.There there -> {
                    arrivals.add(there.arrival());
                    facts.addAll(there.facts());
                }
                case Moved.NotThere not -> next(not.number(), not.problem());
            }
        }
        haul = haul.with(arrivals);
        List<Arrival> moved = arrivals.stream().filter(Arrival::moved).toList();
        if (!moved.isEmpty()) {
            haul = haul.by(new Leg(source, errand.to() == null ? null : errand.to().site(), mover,
                    moved.stream().mapToInt(Arrival::files).sum(), moved.stream().mapToLong(Arrival::size).sum(), took, why));
        }
        log.save(haul, facts);
    }

    @Override
    public void bytes(long more) {
        log.bytes(more);
    }

    @Override
    public void checkStopped() {
        log.checkStopped();
    }

    private void next(int number, Problem problem) {
        if (Trouble.of(problem.reason()) == Trouble.DIFFERENT) {
            haul = haul.differed(number);
        }
        at.merge(number, 1, Integer::sum);
        problems.computeIfAbsent(number, n -> new ArrayList<>()).add(problem);
    }
}
