package org.diamondhpc.site.scheduler.slurm;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.diamondhpc.schemas.site.AccountLimits;
import org.diamondhpc.schemas.site.AccountLimits.Association;
import org.diamondhpc.schemas.site.AccountLimits.Share;
import org.diamondhpc.schemas.site.SiteSnapshot;

/**
 * How much of their accounts users have used lately, from {@code sshare}: rows of a tree, a blank deeper for each level.
 *
 * @param by by user and account
 * @param askedAt null: never
 */
record Shares(Map<Key, Share> by, Instant askedAt) {
    /** Shares decay over days. */
    private static final Duration KEPT = Duration.ofMinutes(5);

    record Key(String user, String account) {
    }

    /** What an earlier look knew. */
    static Shares of(SiteSnapshot before) {
        Map<Key, Share> known = new HashMap<>();
        Instant oldest = null;
        for (AccountLimits login : before == null ? List.<AccountLimits>of() : before.accounts()) {
            for (Association a : login.associations()) {
                if (a.share() == null) {
                    return new Shares(known, null);
                }
                known.put(new Key(login.user(), a.account()), a.share());
                oldest = oldest == null || a.share().askedAt().isBefore(oldest) ? a.share().askedAt() : oldest;
            }
        }
        return new Shares(known, oldest);
    }

    boolean due(Instant now) {
        return askedAt == null || !askedAt.plus(KEPT).isAfter(now);
    }

    /** @param text with its line of headings, so that a version which lacks a column is read all the same */
    static Shares parse(String text, Instant now) {
        Map<Key, Share> known = new HashMap<>();
        List<String[]> rows = text.lines().filter(l -> l.indexOf('|') >= 0).map(l -> l.split("\\|", -1)).toList();
        List<String> names = rows.isEmpty() ? List.of() : List.of(rows.getFirst());
        rows.stream().skip(1).filter(row -> !value(names, row, "User").isEmpty()).forEach(row -> known.put(
                new Key(value(names, row, "User"), value(names, row, "Account")), new Share(
                        fraction(value(names, row, "FairShare")), fraction(value(names, row, "EffectvUsage")), now)));
        return new Shares(known, now);
    }

    private static String value(List<String> names, String[] row, String name) {
        int at = names.indexOf(name);
        return at < 0 || at >= row.length ? "" : row[at].strip();
    }

    private static Double fraction(String text) {
        return text.matches("\\d{1,6}(\\.\\d{1,12})?") ? Double.valueOf(text) : null;
    }

    List<Association> with(String user, List<Association> associations) {
        return associations.stream().map(a -> Optional.ofNullable(by.get(new Key(user, a.account()))).map(a::with)
                .orElse(a)).toList();
    }
}
