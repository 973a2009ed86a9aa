package org.diamondhpc.site.scheduler.slurm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.diamondhpc.schemas.site.AccountLimits.Association;
import org.diamondhpc.schemas.site.AccountLimits.Budget;
import org.diamondhpc.schemas.site.AccountLimits.Qos;
import org.diamondhpc.site.scheduler.text.Amounts;

/**
 * What users may charge, from {@code sacctmgr}; limits of the accounts above are in its answer already. Unlike sacct it has no
 * delimiter but the bar, which no name of an account can hold.
 */
final class Associations {
    private static final int FIELDS = 10;

    private Associations() {
    }

    /** @return by user, this cluster's only */
    static Map<String, List<Association>> parse(String associations, String users, String qos, String budgets,
            String cluster) {
        Map<String, List<Budget>> left = Budgets.parse(budgets);
        Map<String, Qos> known = qos(qos);
        Map<String, String> defaults = new HashMap<>();
        rows(users, 2).forEach(f -> defaults.put(f[0], f[1]));
        Map<String, List<Association>> all = new HashMap<>();
        for (String[] f : rows(associations, FIELDS)) {
            if (!f[2].isEmpty() && (cluster.isEmpty() || f[0].equals(cluster))) {
                List<Qos> allowed = new ArrayList<>();
                for (String name : f[8].split(",")) {
                    if (!name.isEmpty()) {
                        allowed.add(known.getOrDefault(name, new Qos(name, 0, null, null, null, null, null)));
                    }
                }
                all.computeIfAbsent(f[2], u -> new ArrayList<>()).add(new Association(f[1],
                        f[3].isEmpty() ? null : f[3], f[1].equals(defaults.get(f[2])), allowed, integer(f[4]),
                        integer(f[5]), minutes(f[6]), Amounts.tres(f[7]), left.get(f[1])));
            }
        }
        return all;
    }

    private static Map<String, Qos> qos(String text) {
        Map<String, Qos> all = new HashMap<>();
        rows(text, 7).forEach(f -> all.put(f[0], new Qos(f[0], Amounts.number(f[1], 0).orElse(0), integer(f[2]),
                integer(f[3]), minutes(f[4]), Amounts.tres(f[5]), Amounts.tres(f[6]))));
        return all;
    }

    private static List<String[]> rows(String text, int fields) {
        return text.lines().map(l -> l.split("\\|", -1)).filter(f -> f.length >= fields).toList();
    }

    private static Integer integer(String text) {
        OptionalLong n = Amounts.number(text, 0);
        return n.isPresent() ? Integer.valueOf((int) Math.min(n.getAsLong(), Integer.MAX_VALUE)) : null;
    }

    private static Long minutes(String text) {
        return Amounts.duration(text).map(d -> (d.toSeconds() + 59) / 60).orElse(null);
    }
}
