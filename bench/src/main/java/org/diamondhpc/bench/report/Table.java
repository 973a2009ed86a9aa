package org.diamondhpc.bench.report;

import java.util.List;
import java.util.Locale;

/** A report for people. */
public final class Table {
    private Table() {
    }

    public static String of(Report report) {
        StringBuilder text = new StringBuilder("bench ").append(report.bench()).append(", ")
                .append(report.startedAt()).append('\n');
        int width = report.figures().stream().mapToInt(f -> f.what().length()).max().orElse(0);
        for (Figure figure : report.figures()) {
            text.append(String.format(Locale.ROOT, "  %-" + width + "s  %12s %-8s %-8s %s%n", figure.what(),
                    Target.number(figure.value()), figure.unit(), figure.target() == null ? "" : figure.target(),
                    verdict(figure)).stripTrailing()).append('\n');
        }
        Noise noise = report.noise();
        text.append(String.format(Locale.ROOT,
                "  noise: %d cores, load %.1f before, %.1f median, %.1f at most; %d samples%n", noise.cores(),
                noise.loadBefore(), noise.loadMedian(), noise.loadMost(), noise.repetitions()));
        report.notes().forEach(note -> text.append("  ").append(note).append('\n'));
        text.append("  raw: ").append(report.raw()).append('\n');
        missed(report.figures(), text);
        return text.toString();
    }

    private static String verdict(Figure figure) {
        return figure.met() == null ? "" : figure.met() ? "met" : "MISSED";
    }

    private static void missed(List<Figure> figures, StringBuilder text) {
        List<String> missed = figures.stream().filter(f -> Boolean.FALSE.equals(f.met())).map(f -> f.what() + " is "
                + Target.number(f.value()) + " and was to be " + f.target()).toList();
        if (!missed.isEmpty()) {
            text.append("  missed: ").append(String.join("; ", missed)).append('\n');
        }
    }
}
