package org.diamondhpc.site.scheduler.slurm;

import java.util.List;
import java.util.stream.Stream;
import org.diamondhpc.schemas.site.Window;
import org.diamondhpc.site.scheduler.text.Amounts;
import org.diamondhpc.site.scheduler.text.NodeList;

/** {@code scontrol show reservation -o}. */
final class Windows {
    private Windows() {
    }

    static List<Window> parse(String text) {
        return records(text).map(Windows::one).toList();
    }

    private static Window one(Fields f) {
        List<String> flags = List.of(f.some("Flags").orElse("").split(","));
        return new Window(f.get("ReservationName"), Amounts.instant(f.get("StartTime")).orElse(null),
                Amounts.instant(f.get("EndTime")).orElse(null), flags.contains("MAINT"),
                f.some("Nodes").map(NodeList::expand).orElse(List.of()), f.some("PartitionName").orElse(null),
                f.list("Users"), f.list("Accounts"));
    }

    /** For people. */
    static List<String> words(String text) {
        return records(text).map(f -> "%s: %s from %s to %s on %s%s".formatted(f.get("ReservationName"),
                f.some("Flags").orElse("no flags"), f.get("StartTime"), f.get("EndTime"),
                f.some("Nodes").orElse("no nodes"), f.some("Users").map(u -> " for " + u).orElse(""))).toList();
    }

    private static Stream<Fields> records(String text) {
        return text.lines().filter(l -> l.startsWith("ReservationName=")).map(Fields::new);
    }
}
