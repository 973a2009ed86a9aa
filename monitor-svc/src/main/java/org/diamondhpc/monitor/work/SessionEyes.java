package org.diamondhpc.monitor.work;

import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.diamondhpc.monitor.domain.TrackedJob;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.spec.ArraySpec;
import org.diamondhpc.schemas.task.AttemptLayout;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.scheduler.Dialect;
import org.diamondhpc.site.scheduler.Dialects;
import org.diamondhpc.site.scheduler.Hint;
import org.diamondhpc.site.scheduler.Observation;
import org.diamondhpc.site.scheduler.WatchedJob;
import org.diamondhpc.site.session.Follow;
import org.diamondhpc.site.session.FollowEnd;
import org.diamondhpc.site.session.LineListener;
import org.diamondhpc.site.session.RemoteFile;
import org.diamondhpc.site.session.SiteSession;

/** Eyes on one account over its session. */
final class SessionEyes implements AccountEyes {
    private final SiteSession session;
    private final Dialect dialect;
    private final String root;
    private final Clock clock;
    private Follow follow;
    private volatile FollowEnd cut;

    SessionEyes(SiteProfile profile, SiteSession session, Dialects dialects, Clock clock) {
        this.session = session;
        this.dialect = dialects.of(profile.scheduler().family());
        this.root = session.expand(profile.storage().root());
        this.clock = clock;
    }

    @Override
    public Instant now() {
        return clock.instant();
    }

    @Override
    public void follow(Consumer<AccountWatch.Signal> signals) {
        session.files().mkdirs(root);
        long end = session.files().stat(AttemptLayout.hints(root)).map(RemoteFile::size).orElse(0L);
        follow(end, signals);
    }

    @Override
    public void followAgainIfCut(Consumer<AccountWatch.Signal> signals) {
        FollowEnd ended = cut;
        if (ended != null) {
            follow(ended.nextByte(), signals);
        }
    }

    private void follow(long fromByte, Consumer<AccountWatch.Signal> signals) {
        cut = null;
        follow = session.follow(AttemptLayout.hints(root), fromByte, new LineListener() {
            @Override
            public void line(String line, long nextByte) {
                Hint.parse(line).ifPresent(hint -> signals.accept(new AccountWatch.Signal.Hinted(hint)));
            }

            @Override
            public void ended(FollowEnd end) {
                if (!(end instanceof FollowEnd.Closed)) {
                    cut = end;
                    signals.accept(new AccountWatch.Signal.FollowEnded());
                }
            }
        });
    }

    @Override
    public Map<TrackedJob, List<Observation>> look(List<TrackedJob> jobs) {
        return byJob(jobs, dialect.tick(session, watched(jobs)).observations());
    }

    @Override
    public Map<TrackedJob, Observation.Accounted> usage(List<TrackedJob> ended) {
        return byJob(ended, dialect.usage(session, watched(ended)));
    }

    private List<WatchedJob> watched(List<TrackedJob> jobs) {
        return jobs.stream().map(job -> {
            ArraySpec array = job.order().spec().array();
            return new WatchedJob(job.attempt(), AttemptLayout.of(root, job.tenant(), job.attempt()), job.job().id(),
                    job.job().submittedAt(), array == null ? List.of() : array.expanded());
        }).toList();
    }

    private static <T> Map<TrackedJob, T> byJob(List<TrackedJob> jobs, Map<AttemptId, T> answers) {
        Map<AttemptId, TrackedJob> named = jobs.stream()
                .collect(Collectors.toMap(TrackedJob::attempt, Function.identity()));
        Map<TrackedJob, T> result = new HashMap<>();
        answers.forEach((attempt, answer) -> result.put(named.get(attempt), answer));
        return result;
    }

    @Override
    public void close() {
        if (follow != null) {
            follow.close();
        }
    }
}
