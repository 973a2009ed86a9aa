package org.diamondhpc.site.testing;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.sshd.server.auth.keyboard.InteractiveChallenge;
import org.apache.sshd.server.auth.keyboard.KeyboardInteractiveAuthenticator;
import org.apache.sshd.server.session.ServerSession;

/** Asks for a one-time code, where one is set. */
final class TestingQuestion implements KeyboardInteractiveAuthenticator {
    private final String user;
    private final AtomicInteger answered = new AtomicInteger();
    private volatile String code = "";

    TestingQuestion(String user) {
        this.user = user;
    }

    void expect(String expected) {
        code = expected;
    }

    int answers() {
        return answered.get();
    }

    @Override
    public InteractiveChallenge generateChallenge(ServerSession session, String login, String lang, String methods) {
        if (code.isEmpty() || !login.equals(user)) {
            return null;
        }
        InteractiveChallenge challenge = new InteractiveChallenge();
        challenge.setInteractionInstruction("Testing site");
        challenge.addPrompt("One-time code: ", false);
        return challenge;
    }

    @Override
    public boolean authenticate(ServerSession session, String login, List<String> answers) {
        answered.incrementAndGet();
        return !code.isEmpty() && login.equals(user) && answers.equals(List.of(code));
    }
}
