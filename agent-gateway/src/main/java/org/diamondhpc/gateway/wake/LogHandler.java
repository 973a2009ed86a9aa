package org.diamondhpc.gateway.wake;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import org.diamondhpc.gateway.GatewayConfig;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.task.TaskJobs;
import org.diamondhpc.gateway.task.TaskView;
import org.diamondhpc.gateway.task.Tasks;
import org.diamondhpc.gateway.wake.domain.Condition;
import org.diamondhpc.gateway.wake.domain.LinePattern;
import org.diamondhpc.gateway.wake.domain.LogScan;
import org.diamondhpc.gateway.wake.domain.LogTerms;
import org.diamondhpc.gateway.wake.domain.Verdict;
import org.diamondhpc.messaging.Work;
import org.diamondhpc.messaging.WorkHandler;
import org.diamondhpc.messaging.WorkOutcome;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.request.SiteReply;

/**
 * Reads on in a stream for a line somebody waits for. The pause doubles while nothing new is there; a run reads and
 * matches only so much, so neither a long log nor a costly expression holds the site or the processor.
 */
@ApplicationScoped
class LogHandler implements WorkHandler<LogHandler.Look> {
    static final String KIND = "wait-log";
    private static final int PIECE = 256 * 1024;
    private static final int PIECES = 8;
    /** What was printed before the wait is looked at from here on at most. */
    private static final long MOST_BEFORE = 4L * 1024 * 1024;
    private static final Duration MATCHING = Duration.ofSeconds(2);

    private final WaitRows rows;
    private final Waking waking;
    private final Tasks tasks;
    private final TaskJobs jobs;
    private final GatewayConfig.LogWatch config;
    private final Clock clock;

    LogHandler(WaitRows rows, Waking waking, Tasks tasks, TaskJobs jobs, GatewayConfig config, Clock clock) {
        this.rows = rows;
        this.waking = waking;
        this.tasks = tasks;
        this.jobs = jobs;
        this.config = config.logWatch();
        this.clock = clock;
    }

    /**
     * One line that one wait waits for, in one attempt.
     *
     * @param offset where the next look begins
     * @param size how long the stream was at the last look; absent: there was none
     * @param idle looks in a row that found nothing new
     */
    record Look(String waitId, String task, String which, int attempt, LogTerms terms, long offset, Long size,
            int idle) {
        Look read(long to, long sizeNow) {
            return new Look(waitId, task, which, attempt, terms, to, sizeNow, idle);
        }

        Look since(Look before) {
            return new Look(waitId, task, which, attempt, terms, offset, size,
                    size != null && size.equals(before.size) ? idle + 1 : 0);
        }

        Look nothing() {
            return new Look(waitId, task, which, attempt, terms, offset, size, idle + 1);
        }

        WaitItemRow.Key item() {
            return new WaitItemRow.Key(waitId, Condition.Kind.LOG_MATCHED.name(), task, which);
        }
    }

    /** How a task stands for whoever reads its stream. */
    record Ground(Caller caller, TaskView task) {
        boolean over(int attempt) {
            return task.state().ended() || task.attempt() != attempt;
        }
    }

    private record Found(Look look, String line, boolean all) {
    }

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public Class<Look> payload() {
        return Look.class;
    }

    @Override
    public WorkOutcome work(Work<Look> work) {
        Look look = work.payload();
        Ground ground = ground(look).orElse(null);
        if (ground == null) {
            return WorkOutcome.done();
        }
        try {
            return settled(work, ground, read(look, ground));
        } catch (DiamondException e) {
            return failed(work, ground, e);
        }
    }

    /** Empty where nobody waits for it any more. */
    @Transactional
    Optional<Ground> ground(Look look) {
        Optional<WaitRow> wait = rows.findByIdOptional(look.waitId()).filter(WaitRow::open).filter(w ->
                rows.items(w.id).stream().anyMatch(i -> i.open() && i.key().equals(look.item())));
        return wait.map(w -> new Caller(new TenantId(w.tenant), "diamond", Set.of())).flatMap(caller ->
                tasks.watched(new TaskId(look.task())).map(t -> new Ground(caller, t.task())));
    }

    private Found read(Look from, Ground ground) {
        LinePattern pattern = LinePattern.of(from.terms().pattern());
        Look look = from;
        Instant until = clock.instant().plus(MATCHING);
        for (int i = 0; i < PIECES; i++) {
            SiteReply.Content piece = piece(look, ground);
            byte[] bytes = Base64.getDecoder().decode(piece.base64());
            boolean end = piece.offset() + bytes.length >= piece.size();
            boolean whole = end && ground.over(from.attempt()) || !end && unbroken(bytes);
            LogScan scan = LogScan.of(pattern, bytes, whole, () -> clock.instant().isBefore(until));
            look = look.read(piece.offset() + scan.consumed(), piece.size());
            if (scan.line() != null || end) {
                return new Found(look.since(from), scan.line(), scan.consumed() == bytes.length);
            }
        }
        return new Found(look.since(from), null, false);
    }

    private static boolean unbroken(byte[] bytes) {
        for (byte b : bytes) {
            if (b == '\n' || b == '\r') {
                return false;
            }
        }
        return true;
    }

    /** The next piece; a stream that became shorter was begun anew, one that was long before is read near its end. */
    private SiteReply.Content piece(Look look, Ground ground) {
        SiteReply.Content piece = ask(look, ground, look.offset());
        if (piece.size() < look.offset()) {
            return ask(look, ground, 0);
        }
        boolean far = look.size() == null && look.offset() == 0 && piece.size() > MOST_BEFORE;
        return far ? ask(look, ground, piece.size() - MOST_BEFORE) : piece;
    }

    private SiteReply.Content ask(Look look, Ground ground, long offset) {
        return jobs.logs(ground.caller(), new TaskId(look.task()), new TaskJobs.LogQuery(
                TaskJobs.Stream.valueOf(look.terms().stream().name()), PIECE, offset, look.attempt(), null));
    }

    private WorkOutcome settled(Work<Look> work, Ground ground, Found found) {
        Look look = found.look();
        if (found.line() != null) {
            return WorkOutcome.done(() -> waking.settle(look.item(), new Verdict(true, found.line())));
        }
        boolean more = !found.all() && look.offset() > work.payload().offset();
        if (ground.over(look.attempt()) && !more) {
            return over(look, ground, "it ended without printing such a line");
        }
        work.checkpoint(look);
        return WorkOutcome.again(more ? config.shortest().dividedBy(5) : pause(look), "no such line yet");
    }

    private WorkOutcome failed(Work<Look> work, Ground ground, DiamondException e) {
        Look look = work.payload();
        if (ground.over(look.attempt()) && e.problem().reason() == Reason.SITE_NO_SUCH_FILE) {
            return over(look, ground, "it ended and its stream is not there");
        }
        work.checkpoint(look.nothing());
        return WorkOutcome.again(pause(look.nothing()), e.problem().sentence());
    }

    /** Another attempt may print it yet. */
    private WorkOutcome over(Look look, Ground ground, String why) {
        return ground.task().attempt() != look.attempt() && !ground.task().state().ended() ? WorkOutcome.done()
                : WorkOutcome.done(() -> waking.settle(look.item(), new Verdict(false, why)));
    }

    private Duration pause(Look look) {
        Duration pause = config.shortest().multipliedBy(1L << Math.min(look.idle(), 10));
        return pause.compareTo(config.longest()) > 0 ? config.longest() : pause;
    }
}
