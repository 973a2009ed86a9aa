package org.diamondhpc.transfer.domain;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.task.Leg;

/**
 * How far a list of wishes has come; saved after each step, so that whoever takes it up later goes on from there.
 *
 * @param startedAt when it was first taken up; null before
 * @param arrived what is there
 * @param different how often a wish's bytes were not what they should be
 * @param awaySince since when a site is waited for; null while all is well
 * @param failures tries in a row that ended at a site that is away
 * @param legs what was moved between which ends, and how long that took
 * @param notes what is different from the source, in words
 * @param lost wishes that are given up, each for a reason of its own
 */
public record Haul(Instant startedAt, List<Arrival> arrived, Map<Integer, Integer> different, Instant awaySince,
        int failures, List<Leg> legs, List<String> notes, Map<Integer, Problem> lost) {
    public Haul {
        legs = Absent.list(legs);
        notes = Absent.list(notes);
        lost = Absent.map(lost);
        arrived = Absent.list(arrived);
        different = Absent.map(different);
    }

    public static Haul begin() {
        return new Haul(null, null, null, null, 0, null, null, null);
    }

    public Haul startedAt(Instant now) {
        return startedAt != null ? this : new Haul(now, arrived, different, awaySince, failures, legs, notes, lost);
    }

    public Haul with(List<Arrival> arrivals) {
        List<Arrival> more = new ArrayList<>(arrived);
        more.addAll(arrivals);
        return arrivals.isEmpty() ? this : new Haul(startedAt, more, different, null, 0, legs, notes, lost);
    }

    public Haul differed(int wish) {
        Map<Integer, Integer> more = new HashMap<>(different);
        more.merge(wish, 1, Integer::sum);
        return new Haul(startedAt, arrived, more, awaySince, failures, legs, notes, lost);
    }

    public Haul away(Instant now) {
        return new Haul(startedAt, arrived, different, awaySince == null ? now : awaySince, failures + 1, legs,
                notes, lost);
    }

    /** One more way that bytes went; what went the same way before is summed up. */
    public Haul by(Leg leg) {
        List<Leg> all = new ArrayList<>(legs);
        int same = -1;
        for (int i = 0; i < all.size(); i++) {
            same = all.get(i).alike(leg) ? i : same;
        }
        if (same < 0) {
            all.add(leg);
        } else {
            all.set(same, all.get(same).plus(leg));
        }
        return new Haul(startedAt, arrived, different, awaySince, failures, all, notes, lost);
    }

    public Haul noted(String note) {
        List<String> all = new ArrayList<>(notes);
        all.add(note);
        return notes.contains(note) ? this
                : new Haul(startedAt, arrived, different, awaySince, failures, legs, all, lost);
    }

    /** A wish is given up; the others go on. */
    public Haul losing(int wish, Problem why) {
        Map<Integer, Problem> all = new HashMap<>(lost);
        all.putIfAbsent(wish, why);
        return new Haul(startedAt, arrived, different, awaySince, failures, legs, notes, all);
    }

    /** Of these wishes, those that are neither fulfilled nor given up, ascending. */
    public List<Integer> open(Set<Integer> wishes) {
        Set<Integer> open = new TreeSet<>(wishes);
        arrived.forEach(a -> open.remove(a.wish()));
        open.removeAll(lost.keySet());
        return List.copyOf(open);
    }

    public int timesDifferent(int wish) {
        return different.getOrDefault(wish, 0);
    }

    public long bytes() {
        return arrived.stream().mapToLong(Arrival::size).sum();
    }

    public long bytesMoved() {
        return arrived.stream().filter(Arrival::moved).mapToLong(Arrival::size).sum();
    }

    /** The movers that moved something, for people; {@code none} where all was there. */
    public String movers() {
        List<String> names = arrived.stream().filter(Arrival::moved).map(Arrival::mover).distinct().sorted().toList();
        return names.isEmpty() ? "none" : String.join("+", names);
    }
}
