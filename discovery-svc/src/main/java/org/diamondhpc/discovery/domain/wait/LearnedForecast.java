package org.diamondhpc.discovery.domain.wait;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.diamondhpc.discovery.domain.wait.EasyBackfill.Waiting;
import org.diamondhpc.schemas.site.SiteSnapshot;

/**
 * One look played forward. Whether a job starts at once is told node by node and by limits, which is all a scheduler goes
 * by; when it starts else, from {@link Scenarios}.
 */
final class LearnedForecast implements Forecast {
    private static final double LOW = 0.1;
    private static final double HIGH = 0.9;

    private final SiteSnapshot snapshot;
    private final Limits limits;
    private final Scenarios scenarios;
    private final QueueReading queue;
    private final Outlook nodes;
    private final List<Waiting> given;
    private final Habits habits;
    private final Map<Place, Beginning> begun = new ConcurrentHashMap<>();
    private final Map<Place, List<Waiting>> ahead = new ConcurrentHashMap<>();

    private LearnedForecast(SiteSnapshot snapshot, Habits habits, Limits limits, Scenarios scenarios, QueueReading queue,
            Outlook nodes, List<Waiting> given) {
        this.habits = habits;
        this.snapshot = snapshot;
        this.limits = limits;
        this.scenarios = scenarios;
        this.queue = queue;
        this.nodes = nodes;
        this.given = given;
    }

    static LearnedForecast of(SiteSnapshot snapshot, Habits habits) {
        Limits limits = new Limits(snapshot);
        return new LearnedForecast(snapshot, habits, limits, new Scenarios(snapshot, habits, limits),
                new QueueReading(snapshot), NodeReading.read(snapshot), List.of());
    }

    @Override
    public Start start(Ask ask, Instant now) {
        Place place = new Place(limits.tier(ask.partition()), habits.priority(ask.partition(), ask.owner()).orElse(Long.MIN_VALUE));
        long age = age(now);
        Outlook outlook = begun(place).outlook();
        List<Waiting> before = ahead(place);
        Slots slots = scenarios.slots(ask);
        List<Waiting> behind = queue.behind(place.tier(), place.priority());
        Load load = load(slots, before, behind, begun(place).starting());
        if (outlook.startsAt(ask, age)) {
            return new Start(0L, 0, 0, Math.max(1, outlook.copiesAt(ask, age)), load, basis(before, 0));
        }
        long[] starts = scenarios.starts(ask, slots, before, behind, age);
        if (starts.length == 0) {
            return new Start(null, 0, 0, 0, load, basis(before, 0));
        }
        return start(starts, age, queue.unplayed(place.tier()) / Math.max(1, slots.cores()), load, basis(before, starts.length));
    }

    private Load load(Slots slots, List<Waiting> before, List<Waiting> behind, int starting) {
        int ahead = (int) before.stream().filter(w -> slots.contested(w.ask().partition())).count() - starting;
        int after = (int) behind.stream().filter(w -> slots.contested(w.ask().partition())).count();
        List<Waiting> all = Stream.concat(before.stream(), behind.stream()).toList();
        return new Load(Math.max(0, ahead) + after, Math.max(0, ahead), scenarios.work(slots, all), slots.idleCores(),
                slots.cores());
    }

    private static Start start(long[] starts, long age, long beyond, Load load, String basis) {
        double mean = 0;
        for (long start : starts) {
            mean += (double) Math.max(0, start - age) / starts.length;
        }
        return new Start(Math.max(1, Math.round(mean)) + beyond, quantile(starts, LOW, age) + beyond,
                quantile(starts, HIGH, age) + beyond, 0, load, basis);
    }

    @Override
    public Forecast with(Ask ask, Instant now, int copies) {
        List<Waiting> fresh = new ArrayList<>();
        for (int i = 0; i < copies; i++) {
            fresh.add(new Waiting("given-" + (given.size() + i), ask, 0, true));
        }
        LearnedForecast more = new LearnedForecast(snapshot, habits, limits, scenarios, queue, nodes,
                Stream.concat(given.stream(), fresh.stream()).toList());
        begun.forEach((place, beginning) -> {
            Beginning after = beginning;
            for (Waiting job : fresh) {
                after = after.and(job);
            }
            more.begun.put(place, after);
        });
        return more;
    }

    private String basis(List<Waiting> before, int plays) {
        return "%s over %d waiting jobs%s".formatted(plays > 1 ? "played %d times".formatted(plays) : "simulated",
                before.size() - given.size(), given.isEmpty() ? ""
                        : " and %d placed since the look".formatted(given.size()));
    }

    /** What starts at once, node by node, with the room that the heads of the queues need kept free. */
    private Beginning begun(Place place) {
        return begun.computeIfAbsent(place, p -> Beginning.of(nodes, ahead(p)));
    }

    private List<Waiting> ahead(Place place) {
        return ahead.computeIfAbsent(place, p -> Stream.concat(queue.ahead(p.tier(), p.priority()).stream(),
                given.stream()).toList());
    }

    private long age(Instant now) {
        return snapshot.seenAt() == null ? 0 : Math.max(0, Duration.between(snapshot.seenAt(), now).toSeconds());
    }

    private static long quantile(long[] ascending, double quantile, long age) {
        return Math.max(0, ascending[(int) Math.min(ascending.length - 1, Math.floor(quantile * ascending.length))] - age);
    }

    /** Where a new job enters the queue. @param priority least of those that go before it */
    private record Place(int tier, long priority) {
    }
}
