package org.diamondhpc.gateway.edge.rest;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.TransferId;
import org.diamondhpc.schemas.id.WaitId;
import org.diamondhpc.schemas.id.WebhookId;
import org.diamondhpc.schemas.id.WorkspaceId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;

/** Path and query parameters as ids and numbers, or the reason why not. */
public final class Params {
    static final int DEFAULT_LIMIT = 50;
    static final int MAX_LIMIT = 500;
    private static final int MAX_TEXT = 1000;

    private Params() {
    }

    public static TaskId task(String text) {
        return id(text, "task", TaskId::new, Reason.INVALID_NOT_FOUND);
    }

    public static SessionId session(String text) {
        return id(text, "session", SessionId::new, Reason.INVALID_NOT_FOUND);
    }

    public static WaitId wait(String text) {
        return id(text, "wait", WaitId::new, Reason.INVALID_NOT_FOUND);
    }

    static WebhookId webhook(String text) {
        return id(text, "webhook", WebhookId::new, Reason.INVALID_NOT_FOUND);
    }

    public static TransferId transfer(String text) {
        return id(text, "transfer", TransferId::new, Reason.INVALID_NOT_FOUND);
    }

    static int turn(String text) {
        return id(text, "turn", Integer::parseInt, Reason.INVALID_NOT_FOUND);
    }

    public static SiteId site(String text) {
        return id(text, "site", SiteId::new, Reason.SITE_UNKNOWN);
    }

    public static WorkspaceId workspace(String text) {
        return id(text, "workspace", WorkspaceId::new, Reason.INVALID_PATH);
    }

    public static int limit(String text) {
        return (int) number("limit", text, DEFAULT_LIMIT, 1, MAX_LIMIT);
    }

    public static long number(String name, String text, long absent, long min, long max) {
        if (text == null || text.isEmpty()) {
            return absent;
        }
        try {
            long value = Long.parseLong(text);
            if (value >= min && value <= max) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw range(name, min, max, e);
        }
        throw range(name, min, max, null);
    }

    /** A text that PostgreSQL can take. */
    public static String plain(String name, String text) {
        if (text != null && (text.length() > MAX_TEXT || text.chars().anyMatch(Character::isISOControl)
                || !StandardCharsets.UTF_8.newEncoder().canEncode(text))) {
            throw DiamondException.of(Reason.INVALID_REQUEST,
                    name + " has at most " + MAX_TEXT + " characters and no control characters");
        }
        return text;
    }

    static <E extends Enum<E>> E word(String name, String text, Class<E> words) {
        try {
            return text == null || text.isEmpty() ? null : Enum.valueOf(words, text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new DiamondException(Problem.of(Reason.INVALID_REQUEST, name + " is one of "
                    + Arrays.toString(words.getEnumConstants())), e);
        }
    }

    private static DiamondException range(String name, long min, long max, Throwable cause) {
        return new DiamondException(Problem.of(Reason.INVALID_REQUEST,
                name + " is a whole number from " + min + " to " + max), cause);
    }

    private static <T> T id(String text, String what, Function<String, T> make, Reason otherwise) {
        try {
            return make.apply(text);
        } catch (IllegalArgumentException e) {
            throw new DiamondException(Problem.of(otherwise, "there is no such " + what + ": " + e.getMessage()), e);
        }
    }
}
