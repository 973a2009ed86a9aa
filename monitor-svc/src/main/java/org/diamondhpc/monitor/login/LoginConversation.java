package org.diamondhpc.monitor.login;

import java.security.KeyPair;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.request.SealedAnswers;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.site.session.LoginPrompts;
import org.diamondhpc.site.session.SiteException;
import org.diamondhpc.site.session.SiteSessions;

/**
 * One login under way: the site's prompts come out, a human's answers go in. The answers travel sealed for this
 * conversation's own key, are used once, and are never kept or logged.
 */
final class LoginConversation implements LoginPrompts {
    private static final Duration HUMAN = Duration.ofMinutes(3);
    private static final Duration SITE = Duration.ofSeconds(45);

    private final String step;
    private final KeyPair key = SealedAnswers.newKey();
    private final BlockingQueue<SiteReply> replies = new LinkedBlockingQueue<>();
    private final BlockingQueue<List<String>> answers = new LinkedBlockingQueue<>();

    LoginConversation(String step) {
        this.step = step;
    }

    /** Starts to log in; returns the first prompts, or the end where the site asks nothing. */
    SiteReply begin(SiteSessions sessions, AccountId account) throws InterruptedException {
        Thread.startVirtualThread(() -> replies.add(login(sessions, account)));
        return reply();
    }

    /** Passes a human's answers on; returns the next prompts or the end. */
    SiteReply goOn(String sealed) throws InterruptedException {
        try {
            answers.add(SealedAnswers.open(sealed, key));
        } catch (IllegalArgumentException e) {
            throw DiamondException.of(Reason.INVALID_REQUEST, e.getMessage());
        }
        return reply();
    }

    private SiteReply login(SiteSessions sessions, AccountId account) {
        try {
            sessions.login(account, this);
            return new SiteReply.Done("logged in as " + account);
        } catch (SiteException e) {
            return new SiteReply.Failed(e.problem());
        }
    }

    /** Called by the session for each round of questions. */
    @Override
    public List<String> answer(String instruction, List<Prompt> prompts) {
        replies.add(new SiteReply.Prompts(step, instruction,
                prompts.stream().map(p -> new SiteReply.Prompt(p.text(), p.echo())).toList(),
                SealedAnswers.text(key.getPublic())));
        try {
            List<String> given = answers.poll(HUMAN.toSeconds(), TimeUnit.SECONDS);
            if (given == null || given.size() != prompts.size()) {
                throw SiteException.of(Reason.SITE_NEEDS_LOGIN, given == null ? "nobody answered in time"
                        : "the site asked %d questions and got %d answers".formatted(prompts.size(), given.size()));
            }
            return given;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw SiteException.of(Reason.SITE_NEEDS_LOGIN, "the login was broken off");
        }
    }

    private SiteReply reply() throws InterruptedException {
        SiteReply reply = replies.poll(SITE.toSeconds(), TimeUnit.SECONDS);
        return reply != null ? reply : new SiteReply.Failed(Problem.of(Reason.SITE_TIMEOUT,
                "the site did not go on with the login"));
    }
}
