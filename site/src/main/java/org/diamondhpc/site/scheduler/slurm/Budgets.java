package org.diamondhpc.site.scheduler.slurm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.diamondhpc.schemas.site.AccountLimits.Budget;

/**
 * What accounts may use in all and have used, from {@code scontrol show assoc_mgr flags=assoc}: a limit stands before what
 * counts against it, for example {@code GrpTRESMins=cpu=100(12),mem=N(0)}; {@code N} is no limit. A login that may not see
 * others' use is shown none (slurm.conf(5), PrivateData). Source: scontrol(1), "show assoc_mgr".
 */
final class Budgets {
    private static final Pattern START = Pattern.compile("ClusterName=");
    private static final Pattern ACCOUNT = Pattern.compile("\\bAccount=(\\S*)");
    private static final Pattern USER = Pattern.compile("\\bUserName=(\\S*)");
    private static final Pattern MINUTES = Pattern.compile("\\bGrpTRESMins=(\\S*)");
    private static final Pattern ONE = Pattern.compile("([^=,]+)=(\\d+)\\((\\d+)\\)");

    private Budgets() {
    }

    /** By account: those of the account itself, not of one user's part of it. */
    static Map<String, List<Budget>> parse(String text) {
        Map<String, List<Budget>> all = new HashMap<>();
        for (String association : START.split(text)) {
            String account = found(ACCOUNT, association);
            Matcher one = ONE.matcher(found(MINUTES, association));
            while (!account.isEmpty() && found(USER, association).isEmpty() && one.find()) {
                all.computeIfAbsent(account, a -> new ArrayList<>()).add(new Budget(one.group(1),
                        Long.parseLong(one.group(2)), Long.parseLong(one.group(3))));
            }
        }
        return all;
    }

    private static String found(Pattern pattern, String text) {
        Matcher found = pattern.matcher(text);
        return found.find() ? found.group(1) : "";
    }
}
