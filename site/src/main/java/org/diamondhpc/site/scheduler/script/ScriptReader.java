package org.diamondhpc.site.scheduler.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** How scripts written for one family are read. Implementations hold no state. */
public interface ScriptReader {
    /** A script's directive: the text behind the family's sign and where it stands. */
    record Directive(String text, int line) {
    }

    /** As in a profile's {@code scheduler.family}. */
    String family();

    /** The commands that take such a script, for example {@code sbatch}; two words where the second chooses. */
    Set<String> commands();

    /** The directives, in order; none where the script is not written for this family. */
    List<Directive> directives(List<String> lines);

    OptionGrammar grammar();

    /** Puts one option's meaning into the draft, or a note where it has none. */
    void apply(Option option, Draft draft);

    /** The same for all options of a script, in their order; for families whose options explain each other. */
    default void apply(List<Option> options, Draft draft) {
        options.forEach(option -> apply(option, draft));
    }

    /** The variables this family sets in a job; of several for one quantity the usual one first. */
    Map<String, Quantity> variables();

    /** What its variables of arrays hold in a job that is none; null where they are not set there. */
    default String outsideArrays() {
        return null;
    }

    /** How the names of its variables begin: one that is not in {@link #variables} means something here only. */
    Set<String> prefixes();

    /** The family's commands that a job itself may call, which are nowhere else. */
    Set<String> tools();

    /** Directives from the first line on, until a line that is neither comment nor blank. */
    static List<Directive> leading(List<String> lines, String sign) {
        return scan(lines, sign, false);
    }

    /** Directives anywhere in the script. */
    static List<Directive> anywhere(List<String> lines, String sign) {
        return scan(lines, sign, true);
    }

    private static List<Directive> scan(List<String> lines, String sign, boolean anywhere) {
        List<Directive> found = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            if (line.startsWith(sign) && (line.length() == sign.length()
                    || Character.isWhitespace(line.charAt(sign.length())) || line.charAt(sign.length()) == '-')) {
                found.add(new Directive(line.substring(sign.length()).strip(), i + 1));
            } else if (!anywhere && !line.isBlank() && !line.stripLeading().startsWith("#")) {
                break;
            }
        }
        return found;
    }
}
