package org.diamondhpc.site.scheduler.job;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.session.SiteText;

/** Collects everything a scheduler cannot express, so that the asker learns of all of it at once. */
public final class Violations {
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.@:/+-]{0,127}");
    /** Linux' MAX_ARG_STRLEN: the longest single argument or variable of a program. */
    private static final int LONGEST_WORD = 131_071;

    private final List<Violation> found = new ArrayList<>();

    public void add(String pointer, String message) {
        found.add(new Violation(pointer, message));
    }

    /** The value where it may stand in a scheduler's directive; otherwise a violation and null. Null stays null. */
    public String token(String pointer, String value) {
        if (value == null || TOKEN.matcher(value).matches()) {
            return value;
        }
        add(pointer, "holds characters that cannot stand in a directive of the scheduler; allowed: letters, digits "
                + "and _ . @ : / + - (128 at most, not - first)");
        return null;
    }

    /** Checks what becomes an argument or a variable of a program: any bytes but NUL. */
    public void word(String pointer, String value) {
        try {
            if (value.indexOf('\0') >= 0) {
                add(pointer, "holds a NUL character, which no program can be given");
            } else if (SiteText.encode(value).length > LONGEST_WORD) {
                add(pointer, "is longer than the 128 KiB a program can be given in one piece; use an input file");
            }
        } catch (IllegalArgumentException e) {
            add(pointer, "holds half a character (a lone surrogate)");
        }
    }

    /** @throws DiamondException INVALID_SPEC with all of them */
    public void check() {
        if (!found.isEmpty()) {
            throw new DiamondException(Problem.of(Reason.INVALID_SPEC, found));
        }
    }
}
