package org.diamondhpc.site.scheduler.script;

import java.util.ArrayList;
import java.util.List;

/** How a submit command reads its words. */
public interface OptionGrammar {
    /**
     * Takes options from the front until a word is none.
     *
     * @param place for notes
     */
    Reading read(List<String> words, String place);

    /**
     * What was read.
     *
     * @param options in their order
     * @param rest the words from the first on that is no option: a script and its arguments
     * @param errors words that are no option of this command, or lack their value
     */
    record Reading(List<Option> options, List<String> rest, List<String> errors) {
        Reading() {
            this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        }
    }
}
