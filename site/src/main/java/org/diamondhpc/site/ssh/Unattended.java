package org.diamondhpc.site.ssh;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.sshd.client.auth.keyboard.UserInteraction;
import org.apache.sshd.client.session.ClientSession;
import org.diamondhpc.site.session.LoginPrompts;
import org.diamondhpc.site.session.LoginPrompts.Prompt;

/** Nobody is there: a site's questions stay without an answer, so that nothing is ever tried twice. */
final class Unattended implements UserInteraction {
    static final UserInteraction NO_ANSWERS = new Unattended();

    private Unattended() {
    }

    /** Passes a site's questions on to a human. */
    static UserInteraction attended(LoginPrompts human) {
        return new Attended(human);
    }

    @Override
    public boolean isInteractionAllowed(ClientSession session) {
        return false;
    }

    @Override
    public String[] interactive(ClientSession session, String name, String instruction, String lang, String[] prompt,
            boolean[] echo) {
        return null;
    }

    @Override
    public String getUpdatedPassword(ClientSession session, String prompt, String lang) {
        return null;
    }

    private record Attended(LoginPrompts human) implements UserInteraction {
        @Override
        public String[] interactive(ClientSession session, String name, String instruction, String lang,
                String[] prompt, boolean[] echo) {
            List<Prompt> prompts = new ArrayList<>();
            for (int i = 0; i < prompt.length; i++) {
                prompts.add(new Prompt(prompt[i], echo[i]));
            }
            String said = String.join("\n", Arrays.stream(new String[] {name, instruction})
                    .filter(s -> s != null && !s.isBlank()).toList());
            return human.answer(said, prompts).toArray(String[]::new);
        }

        @Override
        public String getUpdatedPassword(ClientSession session, String prompt, String lang) {
            return null;
        }
    }
}
