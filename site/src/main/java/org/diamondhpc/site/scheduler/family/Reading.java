package org.diamondhpc.site.scheduler.family;

import java.util.List;
import org.diamondhpc.site.scheduler.Tick.Part;

/** What one source said. @param rows in the order of submission where a job has several */
public record Reading(Part part, List<Sight> rows) {
    public Reading {
        rows = List.copyOf(rows);
    }

    public static Reading of(List<Sight> rows) {
        return new Reading(Part.OK, rows);
    }

    public static Reading down(String why) {
        return new Reading(new Part(Part.State.DOWN, why), List.of());
    }

    public static Reading off(String why) {
        return new Reading(new Part(Part.State.OFF, why), List.of());
    }
}
