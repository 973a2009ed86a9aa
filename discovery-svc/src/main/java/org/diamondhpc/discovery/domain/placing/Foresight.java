package org.diamondhpc.discovery.domain.placing;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.diamondhpc.discovery.domain.placing.Landscape.Seen;
import org.diamondhpc.discovery.domain.placing.Placing.Prospect;
import org.diamondhpc.discovery.domain.policy.Option;
import org.diamondhpc.discovery.domain.staging.StagingEstimate;
import org.diamondhpc.discovery.domain.verdict.Demand;
import org.diamondhpc.discovery.domain.verdict.Obstacle;
import org.diamondhpc.discovery.domain.verdict.Ruling;
import org.diamondhpc.discovery.domain.verdict.Verdicts;
import org.diamondhpc.discovery.domain.verdict.Words;
import org.diamondhpc.discovery.domain.wait.Ask;
import org.diamondhpc.discovery.domain.wait.Forecast;
import org.diamondhpc.discovery.domain.wait.WaitHistory;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.schemas.spec.ArraySpec;
import org.diamondhpc.schemas.task.Prediction;
import org.diamondhpc.schemas.task.Verdict;

/** Predicts waiting, staging and running at the places that can run a task. */
final class Foresight {
    /** Elements of one array that are laid out; more would only tell that the site is full. */
    private static final int LAID_OUT = 64;
    private static final String CHARGE = "charge";
    private static final Pattern RATE = Pattern.compile("\\d{1,9}(\\.\\d{1,9})?");

    private final Demand demand;
    private final Landscape landscape;
    private final Map<SiteId, StagingEstimate> staging = new HashMap<>();

    Foresight(Demand demand, Landscape landscape) {
        this.demand = demand;
        this.landscape = landscape;
    }

    /** Adds the prospect, or gives the ruling back with the obstacle that only the simulation sees. */
    Ruling look(Seen site, Ruling ruling, List<Prospect> prospects) {
        Ask ask = Verdicts.ask(demand, site.view(), ruling.partition());
        Forecast.Start start = site.forecast().start(ask, demand.now());
        if (start.seconds() == null) {
            return new Ruling(ruling.site(), ruling.partition(), List.of(new Obstacle(Verdict.RESTRICTED, true,
                    Reason.PLACEMENT_NO_SITE_AVAILABLE, "no time can be foreseen at which enough nodes are free")),
                    ruling.login(), ruling.billing());
        }
        prospects.add(prospect(site, ruling, ask, start));
        return ruling;
    }

    private Prospect prospect(Seen site, Ruling ruling, Ask ask, Forecast.Start start) {
        long turn = OwnTurn.seconds(site.view(), ruling.login(), ruling.billing().maxRunning(), demand.now());
        long opening = opening(ruling);
        long earliest = Math.max(turn, opening);
        long simulated = Math.max(start.seconds(), earliest);
        WaitHistory history = landscape.experience().waits(ruling.site(), ruling.partitionName());
        WaitHistory.Range wait = history.correct(simulated, Math.max(start.low(), earliest), Math.max(start.high(), earliest));
        StagingEstimate inputs = staging.computeIfAbsent(ruling.site(), s ->
                StagingEstimate.of(demand.order().inputs(), s, landscape.throughputs(), landscape.routes()));
        Prediction prediction = new Prediction(wait.likely(), wait.low(), wait.high(), inputs.time(),
                running(ruling.site(), start.copiesNow()));
        Option option = new Option(ruling.site(), ruling.partitionName(), prediction, start.copiesNow(),
                start.load(), site.view().given().values().stream().mapToInt(n -> n).sum(),
                site.view().snapshot().impaired(), ruling.partition().isDefault(),
                history.bound().orElse(null), charge(site.view().snapshot()),
                landscape.experience().failureRate(ruling.site()));
        boolean ready = simulated == 0;
        String why = (ready ? "starts at once, room for %d now".formatted(start.copiesNow())
                : "starts in about %s behind %d waiting, 8 times in 10 between %s and %s".formatted(
                        Words.of(wait.likely()), start.load().ahead(), Words.of(wait.low()), Words.of(wait.high())))
                + ", " + start.basis() + (wait.learned() ? ", corrected by earlier waits" : "")
                + (ruling.opening() == null ? "" : "; " + ruling.opening().why()) + risk(site.view().snapshot());
        return new Prospect(ruling, option, site.view().snapshot().family(), ready ? Verdict.READY : Verdict.BUSY,
                why, inputs.mover(), new Decision.Claim(ask, Math.min(LAID_OUT, atOnce())), simulated);
    }

    /** Seconds until reservations and maintenance let it start. */
    private long opening(Ruling ruling) {
        return ruling.opening() == null ? 0 : Math.max(1, Duration.between(demand.now(), ruling.opening().at()).toSeconds());
    }

    /** Core hours to the limit times the site's rate, which is 1 unless its profile's label {@code charge} says otherwise. */
    private double charge(SiteSnapshot site) {
        String label = site.labels().get(CHARGE);
        double rate = label != null && RATE.matcher(label).matches() ? Double.parseDouble(label) : 1;
        return rate * demand.resources().nodes() * demand.resources().coresPerNode() * demand.jobs()
                * demand.limit().toSeconds() / 3600.0;
    }

    private static String risk(SiteSnapshot site) {
        return !site.impaired() ? "" : "; at risk, as the site is degraded since %s%s".formatted(site.health().since(),
                site.health().problem() == null ? "" : ": " + site.health().problem().detail());
    }

    private Duration running(SiteId site, int copiesNow) {
        Duration each = demand.measured(site).orElse(null);
        double share = landscape.experience().run(demand.order().tenant(), demand.spec().name(), site);
        int side = Math.max(1, Math.min(atOnce(), copiesNow));
        long waves = (demand.jobs() + side - 1) / side;
        return Duration.ofSeconds(Math.max(1, Math.round((each == null ? demand.limit().toSeconds() * share : each.toMillis() / 1000.0) * waves)));
    }

    private int atOnce() {
        ArraySpec array = demand.spec().array();
        return array == null || array.maxConcurrent() == null ? demand.jobs()
                : Math.min(demand.jobs(), array.maxConcurrent());
    }
}
