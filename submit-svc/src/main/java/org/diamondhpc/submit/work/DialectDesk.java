package org.diamondhpc.submit.work;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.schemas.id.AttemptId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.spec.ArraySpec;
import org.diamondhpc.schemas.task.AttemptLayout;
import org.diamondhpc.schemas.task.JobRef;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.profile.SiteProfiles;
import org.diamondhpc.site.scheduler.Dialect;
import org.diamondhpc.site.scheduler.Dialects;
import org.diamondhpc.site.scheduler.JobScript;
import org.diamondhpc.site.scheduler.Observation;
import org.diamondhpc.site.scheduler.Resolution;
import org.diamondhpc.site.scheduler.SubmitResult;
import org.diamondhpc.site.scheduler.WatchedJob;
import org.diamondhpc.site.scheduler.job.Go;
import org.diamondhpc.site.session.SiteSession;
import org.diamondhpc.site.session.SiteSessions;
import org.diamondhpc.submit.domain.Submission;

/** The desk at real sites, in the dialect of each site's scheduler. */
@ApplicationScoped
class DialectDesk implements JobDesk {
    private final SiteProfiles profiles;
    private final SiteSessions sessions;
    private final Dialects dialects;
    private final SharedSubmissions shared = new SharedSubmissions();

    DialectDesk(SiteProfiles profiles, SiteSessions sessions, Dialects dialects) {
        this.profiles = profiles;
        this.sessions = sessions;
        this.dialects = dialects;
    }

    @Override
    public SubmitResult submit(Submission submission) {
        SiteProfile profile = profiles.get(submission.site());
        SiteSession session = sessions.of(submission.site(), submission.tenant());
        Dialect dialect = dialect(profile);
        AttemptLayout layout = layout(profile, session, submission);
        JobScript script;
        try {
            script = dialect.translate(submission.order(), submission.placement(), layout, profile);
        } catch (DiamondException e) {
            return new SubmitResult.Refused(e.problem());
        }
        var ask = new org.diamondhpc.site.scheduler.Submission(submission.order().attemptId(), layout, script);
        return shared.submit(session.account(), ask, asks -> dialect.submitAll(session, asks));
    }

    @Override
    public Resolution look(Submission submission, Instant since) {
        SiteProfile profile = profiles.get(submission.site());
        SiteSession session = sessions.of(submission.site(), submission.tenant());
        return dialect(profile).resolve(session, watched(profile, session, submission, since), since);
    }

    @Override
    public Observation observe(Submission submission, JobRef job) {
        SiteProfile profile = profiles.get(submission.site());
        SiteSession session = sessions.of(submission.site(), submission.tenant());
        WatchedJob watched = watched(profile, session, submission, job.submittedAt()).as(job.id());
        return dialect(profile).tick(session, List.of(watched)).observations().get(watched.attempt()).getFirst();
    }

    @Override
    public Optional<String> fenceOff(Submission submission) {
        SiteProfile profile = profiles.get(submission.site());
        SiteSession session = sessions.of(submission.site(), submission.tenant());
        Instant since = submission.order().requestedAt();
        return dialect(profile).fence(session, watched(profile, session, submission, since));
    }

    @Override
    public boolean tell(AccountId account, AttemptId attempt, TenantId tenant, boolean go) {
        SiteSession session = sessions.of(account);
        String root = session.expand(profiles.get(account.site()).storage().root());
        return Go.tell(session, AttemptLayout.of(root, tenant, attempt), go);
    }

    @Override
    public void cancel(AccountId account, String jobId) {
        act(sessions.of(account), jobId, Dialect::cancel);
    }

    @Override
    public void cancelDuplicate(AccountId account, String jobId) {
        act(sessions.of(account), jobId, Dialect::cleanDuplicates);
    }

    @Override
    public void hold(SiteId site, TenantId tenant, String jobId) {
        act(sessions.of(site, tenant), jobId, Dialect::hold);
    }

    @Override
    public void release(SiteId site, TenantId tenant, String jobId) {
        act(sessions.of(site, tenant), jobId, Dialect::release);
    }

    /** One of the dialect's actions on jobs. */
    private interface Action {
        Map<String, Problem> on(Dialect dialect, SiteSession session, SiteProfile profile, List<String> jobIds);
    }

    private void act(SiteSession session, String jobId, Action action) {
        SiteProfile profile = profiles.get(session.account().site());
        action.on(dialect(profile), session, profile, List.of(jobId)).values().stream().findFirst()
                .ifPresent(problem -> {
                    throw new DiamondException(problem);
                });
    }

    private Dialect dialect(SiteProfile profile) {
        return dialects.of(profile.scheduler().family());
    }

    private static AttemptLayout layout(SiteProfile profile, SiteSession session, Submission submission) {
        return AttemptLayout.of(session.expand(profile.storage().root()), submission.tenant(),
                submission.order().attemptId());
    }

    private static WatchedJob watched(SiteProfile profile, SiteSession session, Submission submission, Instant since) {
        ArraySpec array = submission.order().spec().array();
        return new WatchedJob(submission.order().attemptId(), layout(profile, session, submission), null, since,
                array == null ? List.of() : array.expanded());
    }
}
