package org.diamondhpc.discovery.store;

import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.diamondhpc.discovery.domain.placing.Decision;
import org.diamondhpc.discovery.domain.placing.Decision.Claim;
import org.diamondhpc.discovery.domain.placing.Improvement;
import org.diamondhpc.discovery.domain.placing.Reconsideration;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.task.Candidate;
import org.diamondhpc.schemas.task.JobOutcome;
import org.diamondhpc.schemas.task.JobRef;
import org.diamondhpc.schemas.task.Placement;
import org.diamondhpc.schemas.task.Prediction;
import org.diamondhpc.schemas.task.PredictionTruth;
import org.diamondhpc.schemas.task.Staging;
import org.diamondhpc.schemas.task.TaskOrder;
import org.hibernate.annotations.DynamicUpdate;

/** One placement: what was predicted, and later what became of it. */
@Entity
@DynamicUpdate
@Table(name = "decision")
public class DecisionRow {
    @EmbeddedId
    private DecisionId id;
    private String tenant;
    private String name;
    private String site;
    private String partition;
    private String login;
    private String policy;
    private String claim;
    private String candidates;
    private long limitSec;
    private long simulatedWaitSec;
    private double predictedWaitSec;
    private double waitLowSec;
    private double waitHighSec;
    private double predictedStageSec;
    private double predictedRunSec;
    private Instant decidedAt;
    private Instant stagedAt;
    private Double actualStageSec;
    private Long stagedBytes;
    private String job;
    private Instant submittedAt;
    private Instant startedAt;
    private Double actualWaitSec;
    private Instant endedAt;
    private Double actualRunSec;
    private String outcome;
    private boolean claiming;
    private String taskOrder;
    private Instant lookedAt;
    private Double toldGainSec;
    private Instant toldAt;
    private String placement;
    private boolean moving;
    private Instant moveTriedAt;

    protected DecisionRow() {
    }

    DecisionRow(TaskOrder order, Decision.Placed placed) {
        Placement chosen = placed.placement();
        Prediction prediction = chosen.prediction();
        id = DecisionId.of(order.attemptId());
        tenant = order.tenant().value();
        name = order.spec().name();
        site = chosen.site().value();
        partition = chosen.partition();
        login = chosen.user();
        policy = chosen.policy();
        claim = Json.write(placed.claim());
        candidates = Json.write(placed.candidates());
        limitSec = order.spec().resources().duration().seconds();
        simulatedWaitSec = placed.simulatedWait();
        predictedWaitSec = seconds(prediction.waiting());
        waitLowSec = seconds(prediction.waitLow());
        waitHighSec = seconds(prediction.waitHigh());
        predictedStageSec = seconds(prediction.staging());
        predictedRunSec = seconds(prediction.running());
        decidedAt = chosen.decidedAt();
        // of several attempts at once the best takes room, and none is moved
        claiming = order.hedge() == null || order.attempt() == order.hedge().first();
        if (order.hedge() == null) {
            taskOrder = Json.write(order);
            placement = Json.write(chosen);
        }
    }

    public AttemptId attempt() {
        return id.attemptId();
    }

    public SiteId site() {
        return new SiteId(site);
    }

    public String login() {
        return login;
    }

    public Claim claim() {
        return Json.read(claim, Claim.class);
    }

    public Instant decidedAt() {
        return decidedAt;
    }

    public String partition() {
        return partition;
    }

    /** The scheduler's id; null before it has one. */
    public String job() {
        return job;
    }

    /** What was placed; null once its job has started or is over. */
    public TaskOrder order() {
        return Json.read(taskOrder, TaskOrder.class);
    }

    /** Where its job waits; null once it has started or is over. */
    public Placement placement() {
        return Json.read(placement, Placement.class);
    }

    /** How far it is with moving it. @param moves how often the task was moved before */
    public Reconsideration.Standing standing(int moves, Instant now) {
        return new Reconsideration.Standing(waited(now), moves, moving, moveTriedAt);
    }

    /** How long the scheduler has had its job. */
    public Duration waited(Instant now) {
        return Duration.between(submittedAt, now);
    }

    /** Its job is to be withdrawn. */
    public void moves(Instant at) {
        moving = true;
        moveTriedAt = at;
    }

    /** It stays. */
    public void stays() {
        moving = false;
    }

    public Duration predictedRun() {
        return Duration.ofMillis((long) (predictedRunSec * 1000));
    }

    public boolean isAt(Candidate candidate) {
        return candidate.site().value().equals(site) && Objects.equals(candidate.partition(), partition);
    }

    /** It was compared with other places. */
    public void looked(Instant at) {
        lookedAt = at;
    }

    /** What was told last of a better place. */
    public Improvement.Told told() {
        return new Improvement.Told(toldGainSec == null ? null : Duration.ofMillis((long) (toldGainSec * 1000)), toldAt);
    }

    /** @param gain null: it is not known */
    public void tell(Duration gain, Instant at) {
        toldGainSec = gain == null ? null : Double.valueOf(seconds(gain));
        toldAt = at;
    }

    /** Whether it takes room that no look shows yet. */
    boolean claiming() {
        return claiming;
    }

    /** When the scheduler had it, by our clock; null before. */
    public Instant submittedAt() {
        return submittedAt;
    }

    /** What was foreseen, and what came of it so far. */
    public PredictionTruth truth() {
        return new PredictionTruth(id.attemptId().task(), id.attemptId().number(), site(), partition, policy, decidedAt,
                new Prediction(time(predictedWaitSec), time(waitLowSec), time(waitHighSec), time(predictedStageSec),
                        time(predictedRunSec)), time(actualStageSec), time(actualWaitSec), time(actualRunSec), outcome);
    }

    public void staged(Staging staging, Instant at) {
        stagedAt = at;
        actualStageSec = seconds(staging.took());
        stagedBytes = staging.bytes();
    }

    public void submitted(JobRef ref, Instant at) {
        job = ref.id();
        submittedAt = at;
    }

    public void started(Instant at) {
        startedAt = at;
        noMoreCompared();
        if (at != null && submittedAt != null) {
            actualWaitSec = Math.max(0, seconds(Duration.between(submittedAt, at)));
        }
    }

    /** The job is over. One that never started waited for nothing, so it teaches nothing of waits. */
    public void ended(JobOutcome how) {
        if (startedAt == null && how.startedAt() != null) {
            started(how.startedAt());
        }
        endedAt = how.endedAt();
        if (startedAt != null && endedAt != null && how.end().success()) {
            actualRunSec = Math.max(0, seconds(Duration.between(startedAt, endedAt)));
        }
        over(how.end().name());
    }

    /** It takes no room any more. */
    public void over(String how) {
        outcome = how;
        claiming = false;
        noMoreCompared();
    }

    private void noMoreCompared() {
        taskOrder = null;
        placement = null;
    }

    private static Duration time(Double seconds) {
        return seconds == null ? null : Duration.ofMillis(Math.round(1000 * seconds));
    }

    private static double seconds(Duration time) {
        return time == null ? 0 : time.toMillis() / 1000.0;
    }
}
