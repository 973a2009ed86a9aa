package org.diamondhpc.site.session;

import java.util.List;

/** A human who answers a site's questions. Answers are used once and never kept or logged. */
public interface LoginPrompts {
    /** Whether somebody is there; where not, no login is tried. */
    LoginPrompts NOBODY = (instruction, prompts) -> {
        throw new UnsupportedOperationException("nobody is there to answer");
    };

    /** @return one answer a prompt, in order */
    List<String> answer(String instruction, List<Prompt> prompts);

    /** @param echo whether the answer may be shown while typed */
    record Prompt(String text, boolean echo) { }
}
