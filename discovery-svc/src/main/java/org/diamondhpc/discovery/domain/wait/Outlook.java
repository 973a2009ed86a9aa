package org.diamondhpc.discovery.domain.wait;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.PriorityQueue;

/** The nodes' future with everything that is planned on them. */
final class Outlook {
    private final List<Cell> cells;

    Outlook(List<Cell> cells) {
        this.cells = List.copyOf(cells);
    }

    List<Cell> cells() {
        return cells;
    }

    /** The first time from {@code notBefore} on at which enough nodes are free for the whole time; empty: never. */
    OptionalLong earliest(Ask ask, long notBefore) {
        PriorityQueue<Change> changes = new PriorityQueue<>(Comparator.comparingLong(Change::at));
        for (Cell cell : cells) {
            int nodes = ask.accepts(cell.kind()) ? cell.usable(ask.avoid()) : 0;
            if (nodes > 0) {
                cell.free().windows(ask.each().on(cell.kind()), ask.seconds(), (first, last) -> {
                    if (last >= notBefore) {
                        changes.add(new Change(Math.max(first, notBefore), nodes));
                        changes.add(new Change(last + 1, -nodes));
                    }
                });
            }
        }
        int together = 0;
        while (!changes.isEmpty()) {
            long time = changes.peek().at();
            while (!changes.isEmpty() && changes.peek().at() == time) {
                together += changes.poll().nodes();
            }
            if (together >= ask.nodes()) {
                return OptionalLong.of(time);
            }
        }
        return OptionalLong.empty();
    }

    /** Whether it may start at {@code time} without delaying whom the guard protects. */
    boolean startsAt(Ask ask, long time) {
        int nodes = 0;
        for (Cell cell : cells) {
            if (ask.accepts(cell.kind())
                    && cell.guarded().fits(time, time + ask.seconds(), ask.each().on(cell.kind()))) {
                nodes += cell.usable(ask.avoid());
                if (nodes >= ask.nodes()) {
                    return true;
                }
            }
        }
        return false;
    }

    /** How many such jobs could start at {@code time}, side by side. */
    int copiesAt(Ask ask, long time) {
        long slices = 0;
        for (Cell cell : cells) {
            if (ask.accepts(cell.kind())) {
                int each = cell.free().copies(time, time + ask.seconds(), ask.each().on(cell.kind()));
                slices += (long) Math.min(each, 1 << 20) * cell.usable(ask.avoid());
            }
        }
        return (int) Math.min(Integer.MAX_VALUE, slices / ask.nodes());
    }

    /** With the job running from {@code start}. */
    Outlook with(Ask ask, long start) {
        // nodes that are guarded later go first, those free for long last; then the fullest, so that whole nodes last
        return taken(ask, start, false, Comparator.comparing((Cell c) -> c.guarded() == c.free())
                .thenComparing(c -> c.free().coresAt(start)));
    }

    /**
     * With the room that the head of a queue will need from {@code start} kept free of those behind it. Nodes that are
     * busy now are kept rather than those that others could use meanwhile.
     */
    Outlook guarding(Ask ask, long start, long now) {
        return taken(ask, start, true, Comparator.comparing((Cell c) -> c.guarded().coresAt(now)));
    }

    Outlook unguarded() {
        return new Outlook(cells.stream().map(Cell::unguarded).toList());
    }

    Outlook merged() {
        return new Outlook(Cell.merged(cells));
    }

    private Outlook taken(Ask ask, long start, boolean guardOnly, Comparator<Cell> first) {
        long end = start + ask.seconds();
        int needed = ask.nodes();
        List<Cell> after = new ArrayList<>(cells.size() + 2);
        List<Cell> fitting = new ArrayList<>();
        for (Cell cell : cells) {
            Timeline seen = guardOnly ? cell.free() : cell.guarded();
            boolean fits = ask.accepts(cell.kind()) && seen.fits(start, end, ask.each().on(cell.kind()));
            (fits ? fitting : after).add(cell);
        }
        fitting.sort(first);
        for (Cell cell : fitting) {
            needed -= split(cell, ask, needed, start, guardOnly, after);
        }
        return new Outlook(after);
    }

    private static int split(Cell cell, Ask ask, int needed, long start, boolean guardOnly, List<Cell> after) {
        List<String> used = new ArrayList<>();
        List<String> rest = new ArrayList<>();
        for (String name : cell.names()) {
            (used.size() < needed && !ask.avoid().contains(name) ? used : rest).add(name);
        }
        if (!used.isEmpty()) {
            Slice slice = ask.each().on(cell.kind());
            long end = start + ask.seconds();
            boolean same = cell.guarded() == cell.free();
            Timeline free = guardOnly ? cell.free() : cell.free().less(start, end, slice);
            Timeline guarded = same && !guardOnly ? free : cell.guarded().less(start, end, slice);
            after.add(new Cell(cell.kind(), used, free, guarded));
        }
        if (!rest.isEmpty()) {
            after.add(new Cell(cell.kind(), rest, cell.free(), cell.guarded()));
        }
        return used.size();
    }

    private record Change(long at, int nodes) {
    }
}
