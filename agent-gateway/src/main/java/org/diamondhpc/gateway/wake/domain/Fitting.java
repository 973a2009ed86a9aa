package org.diamondhpc.gateway.wake.domain;

import java.util.ArrayList;
import java.util.List;

/**
 * Makes a digest small: first fewer outputs, then no notes of the session, no checksums, shorter texts, and at last
 * fewer tasks and events, so that what an agent cannot guess stays longest.
 */
final class Fitting {
    private static final int EVENTS = 5;

    private final Digest all;

    Fitting(Digest all) {
        this.all = all;
    }

    /** How much of the digest is kept. */
    private record Measure(int outputs, boolean notes, boolean checksums, int text) {
    }

    private static final List<Measure> MEASURES = List.of(
            new Measure(10, true, true, Digest.LONG_TEXT), new Measure(5, true, true, Digest.LONG_TEXT),
            new Measure(5, false, true, Digest.LONG_TEXT), new Measure(2, false, true, Digest.SHORT_TEXT),
            new Measure(5, false, false, Digest.SHORT_TEXT), new Measure(2, false, false, Digest.SHORT_TEXT),
            new Measure(0, false, false, Digest.SHORT_TEXT));

    Digest digest() {
        Digest smaller = all;
        for (Measure measure : MEASURES) {
            smaller = kept(measure, Math.min(EVENTS, all.events().size()), all.alarms().size(), all.tasks().size(),
                    all.transfers().size());
            if (smaller.bytes() <= Digest.MAX_BYTES) {
                return smaller;
            }
        }
        return fewer(MEASURES.getLast());
    }

    private Digest fewer(Measure measure) {
        int events = Math.min(EVENTS, all.events().size());
        int alarms = all.alarms().size();
        int tasks = all.tasks().size();
        int transfers = all.transfers().size();
        Digest smaller = all;
        while (events + alarms + tasks + transfers > 0) {
            if (transfers > tasks) {
                transfers--;
            } else if (tasks > Math.max(1, alarms)) {
                tasks--;
            } else if (events > 1) {
                events--;
            } else if (alarms > 1) {
                alarms--;
            } else {
                tasks = Math.max(0, tasks - 1);
                alarms = tasks > 0 ? alarms : 0;
                events = tasks > 0 ? events : 0;
            }
            smaller = kept(measure, events, alarms, tasks, transfers);
            if (smaller.bytes() <= Digest.MAX_BYTES) {
                return smaller;
            }
        }
        return smaller;
    }

    private Digest kept(Measure measure, int events, int alarms, int tasks, int transfers) {
        int text = measure.text();
        int omitted = all.omitted() + all.tasks().size() - tasks + all.transfers().size() - transfers;
        List<String> leftOut = leftOut(measure, events, alarms, omitted);
        int from = all.events().size() - events;
        return new Digest(all.session(), Digest.cut(all.title(), text), Digest.cut(all.note(), text),
                Digest.cut(all.summary(), text),
                all.events().subList(from, from + events).stream().map(e -> e.shortened(text)).toList(),
                all.alarms().subList(0, alarms).stream().map(a -> new Attention.Raised(a.alarm(), a.subject(),
                        a.attempt(), Digest.cut(a.what(), text), Digest.cut(a.whatToDo(), text))).toList(),
                all.states(),
                all.tasks().subList(0, tasks).stream()
                        .map(t -> t.shortened(measure.outputs(), measure.checksums(), text)).toList(),
                all.transfers().subList(0, transfers).stream().map(t -> t.shortened(text)).toList(),
                measure.notes() ? all.notes() : null, all.open(), omitted, leftOut,
                leftOut.isEmpty() ? null : "/v1/sessions/" + all.session() + "/journal", all.next());
    }

    private List<String> leftOut(Measure measure, int events, int alarms, int omitted) {
        List<String> words = new ArrayList<>();
        count(words, all.events().size() - events, "events");
        count(words, all.alarms().size() - alarms, "alarms");
        count(words, omitted, "tasks or transfers");
        int outputs = all.tasks().stream().mapToInt(t -> Math.max(0, t.outputs().size() - measure.outputs())).sum();
        count(words, outputs, "outputs");
        if (!measure.notes() && all.notes() != null && !all.notes().isEmpty()) {
            words.add("notes");
        }
        if (!measure.checksums() && all.tasks().stream().anyMatch(t -> !t.sha256().isEmpty())) {
            words.add("checksums");
        }
        return words;
    }

    private static void count(List<String> words, int count, String what) {
        if (count > 0) {
            words.add(count + " " + what);
        }
    }
}
