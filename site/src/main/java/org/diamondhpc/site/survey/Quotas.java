package org.diamondhpc.site.survey;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.diamondhpc.site.scheduler.text.Amounts;

/**
 * A login's limits, by device as {@code quota -w} prints them, and by path as a profile's own lines do.
 *
 * @param all the device or path, with its limit
 */
record Quotas(List<Limit> all) {
    /** @param used bytes; @param limit bytes */
    record Limit(String of, long used, long limit) {
    }

    static Quotas parse(String quota, String own) {
        List<Limit> all = new ArrayList<>();
        quota.lines().map(l -> l.strip().split("\\s+")).filter(f -> f.length >= 4 && !f[0].equals("Filesystem"))
                .forEach(f -> add(all, f[0], f[1].replace("*", ""), f[3].equals("0") ? f[2] : f[3]));
        own.lines().map(l -> l.strip().split("\\s+")).filter(f -> f.length == 3 && f[0].startsWith("/"))
                .forEach(f -> add(all, f[0], f[1], f[2]));
        return new Quotas(List.copyOf(all));
    }

    private static void add(List<Limit> all, String of, String used, String limit) {
        OptionalLong u = Amounts.number(used, 0);
        OptionalLong most = Amounts.number(limit, 1);
        if (u.isPresent() && most.isPresent()) {
            all.add(new Limit(of, u.getAsLong() * 1024, most.getAsLong() * 1024));
        }
    }

    /** The limit of the longest path above, else of the device. */
    Optional<Limit> of(String device, String path) {
        return all.stream().filter(q -> q.of.startsWith("/") && (path + "/").startsWith(q.of.endsWith("/") ? q.of
                        : q.of + "/")).max(Comparator.comparingInt(q -> q.of.length()))
                .or(() -> all.stream().filter(q -> q.of.equals(device)).findFirst());
    }
}
