package org.diamondhpc.globus.simulator.program;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.diamondhpc.globus.simulator.Faults;
import org.diamondhpc.globus.simulator.model.EventCode;

/** Faults by the names that people type. */
final class FaultTable {
    private static final String HELP = """
            EVENT [SITE] [TIMES]         the next tries of a step end in this event (once; TIMES may be 'ever'):
              %s
            http-429|500|502|503 [CALL] [TIMES]   the next calls fail, e.g. http-500 submission_id 3
            lose-answer [CALL] [TIMES]   the next calls are done, and the connection is cut instead of an answer
            slow MILLISECONDS            every call takes longer
            speed BYTES                  what a task moves in a second
            pause SITE MESSAGE           an administrator pauses the collection        undo: resume SITE
            disconnect SITE              Globus Connect Personal goes away             undo: connect SITE
            expire-credentials SITE      tasks there become INACTIVE                   undo: renew-credentials SITE
            expire-tokens                access tokens end
            revoke-tokens                refresh tokens end too
            revoke-consent SITE          consent is to be asked for anew
            withhold-consent SITE        consent is asked for in vain                  undo: heal
            require-session SITE         its policies want a fresh sign-in             undo: sign-in SITE, heal
            sign-in SITE, sign-out SITE  what a human does in a browser, and its end
            heal                         undo everything but what happened to tokens and consents
            """;

    private final Faults faults;
    private final UnaryOperator<String> idOf;

    /** @param idOf of a collection, by its name or id; throws IllegalArgumentException where there is none */
    FaultTable(Faults faults, UnaryOperator<String> idOf) {
        this.faults = faults;
        this.idOf = idOf;
    }

    static String help() {
        return HELP.formatted(String.join(" ", Arrays.stream(EventCode.values()).filter(FaultTable::switchable)
                .map(FaultTable::name).toList()));
    }

    /** @throws IllegalArgumentException in words for whoever typed it */
    void apply(List<String> words) {
        String name = words.isEmpty() ? "" : words.getFirst();
        List<String> args = words.isEmpty() ? List.of() : words.subList(1, words.size());
        Optional<EventCode> event = Arrays.stream(EventCode.values()).filter(FaultTable::switchable)
                .filter(e -> name(e).equals(name)).findFirst();
        if (event.isPresent()) {
            faults.task(event.get(), args.isEmpty() ? "" : idOf.apply(args.getFirst()), times(args));
        } else if (name.startsWith("http-")) {
            faults.http(number(name.substring(5)), args.isEmpty() ? "" : args.getFirst(), times(args));
        } else {
            other(name, args);
        }
    }

    private void other(String name, List<String> args) {
        switch (name) {
            case "lose-answer" -> faults.loseAnswer(args.isEmpty() ? "POST" : args.getFirst(), times(args));
            case "slow" -> faults.slow(Duration.ofMillis(number(only(name, args))));
            case "speed" -> faults.speed(number(only(name, args)));
            case "pause" -> faults.pause(site(name, args), String.join(" ", args.subList(1, args.size())));
            case "resume" -> faults.resume(site(name, args));
            case "disconnect" -> faults.connected(site(name, args), false);
            case "connect" -> faults.connected(site(name, args), true);
            case "expire-credentials" -> faults.expireCredentials(site(name, args));
            case "renew-credentials" -> faults.renewCredentials(site(name, args));
            case "expire-tokens" -> faults.expireTokens();
            case "revoke-tokens" -> faults.revokeTokens();
            case "revoke-consent" -> faults.revokeConsent(site(name, args));
            case "withhold-consent" -> faults.withholdConsent(site(name, args));
            case "require-session" -> faults.requireSession(site(name, args));
            case "sign-in" -> faults.signIn(site(name, args));
            case "sign-out" -> faults.signOut(site(name, args));
            case "heal" -> faults.heal();
            default -> throw new IllegalArgumentException("no fault '" + name + "'; see 'testbed globus fault list'");
        }
    }

    private String site(String name, List<String> args) {
        return idOf.apply(only(name, args));
    }

    private static String only(String name, List<String> args) {
        if (args.isEmpty()) {
            throw new IllegalArgumentException("'" + name + "' wants more words; see 'testbed globus fault list'");
        }
        return args.getFirst();
    }

    private static int times(List<String> args) {
        if (args.size() < 2) {
            return 1;
        }
        return args.get(1).equals("ever") ? Faults.FOR_EVER : number(args.get(1));
    }

    private static int number(String text) {
        try {
            int number = Integer.parseInt(text);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException("'" + text + "' is not a number from 1 on");
    }

    private static boolean switchable(EventCode code) {
        return code.error() && code != EventCode.EXPIRED && code != EventCode.CANCELED;
    }

    private static String name(EventCode code) {
        return code.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
