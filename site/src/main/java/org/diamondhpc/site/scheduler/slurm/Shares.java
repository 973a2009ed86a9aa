package org.diamondhpc.site.scheduler.slurm;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.diamondhpc.schemas.site.AccountLimits;
import org.diamondhpc.schemas.site.AccountLimits.Association;
import org.diamondhpc.schemas.site.AccountLimits.Share;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.site.scheduler.text.Amounts;

/**
 * How much of their accounts users have used, from {@code sshare}: rows of a tree, two blanks deeper for each level. A
 * limit of an account counts for everybody below it, the tightest first.
 *
 * @param by by user and account
 * @param askedAt null: never
 */
record Shares(Map<Key, Share> by, Instant askedAt) {
    /** Shares decay over days; a limit that is used up is told by the scheduler at once. */
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
        List<String> lines = text.lines().filter(l -> l.indexOf('|') >= 0).toList();
        List<String> names = lines.isEmpty() ? List.of() : List.of(lines.getFirst().split("\\|", -1));
        List<Account> above = new ArrayList<>();
        for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
            Map<String, String> row = row(names, line);
            int depth = line.length() - line.stripLeading().length();
            above.removeIf(a -> a.depth >= depth);
            above.add(new Account(depth, Amounts.tres(row.get("GrpTRESMins")), Amounts.tres(row.get("GrpTRESRaw"))));
            if (!row.get("User").isEmpty()) {
                known.put(new Key(row.get("User"), row.get("Account")), share(row, above, now));
            }
        }
        return new Shares(known, now);
    }

    private record Account(int depth, Map<String, Long> limits, Map<String, Long> used) {
    }

    private static Share share(Map<String, String> row, List<Account> above, Instant now) {
        Map<String, Long> limits = new LinkedHashMap<>();
        Map<String, Long> left = new LinkedHashMap<>();
        for (Account account : above) {
            account.limits.forEach((name, most) -> {
                long rest = Math.max(0, most - account.used.getOrDefault(name, 0L));
                if (!left.containsKey(name) || rest < left.get(name)) {
                    limits.put(name, most);
                    left.put(name, rest);
                }
            });
        }
        return new Share(fraction(row.get("FairShare")), fraction(row.get("EffectvUsage")), limits, left, now);
    }

    private static Map<String, String> row(List<String> names, String line) {
        String[] values = line.split("\\|", -1);
        Map<String, String> row = new HashMap<>();
        for (String name : List.of("Account", "User", "FairShare", "EffectvUsage", "GrpTRESMins", "GrpTRESRaw")) {
            int at = names.indexOf(name);
            row.put(name, at < 0 || at >= values.length ? "" : values[at].strip());
        }
        return row;
    }

    private static Double fraction(String text) {
        return text.matches("\\d{1,6}(\\.\\d{1,12})?") ? Double.valueOf(text) : null;
    }

    List<Association> with(String user, List<Association> associations) {
        return associations.stream().map(a -> Optional.ofNullable(by.get(new Key(user, a.account()))).map(a::with)
                .orElse(a)).toList();
    }
}
