package org.diamondhpc.bench.dispatch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The ways people write an amount; all of one list mean the same. */
final class Wordings {
    private static final int GIB = 1024;

    private Wordings() {
    }

    /** One of them, by a number that tells requests apart. */
    static String one(List<String> ways, int number) {
        return ways.get(number % ways.size());
    }

    static List<String> memory(int mebibytes) {
        List<String> ways = new ArrayList<>(List.of(mebibytes + " MiB", mebibytes + "M", mebibytes + " MB",
                mebibytes + "mb", mebibytes + " megabytes"));
        if (mebibytes % (GIB / 4) == 0) {
            String gibibytes = mebibytes % GIB == 0 ? String.valueOf(mebibytes / GIB)
                    : String.format(Locale.ROOT, "%.2f", mebibytes / (double) GIB);
            ways.addAll(List.of(gibibytes + "GiB", gibibytes + " GB", gibibytes + "gb", gibibytes + " gibibytes"));
        }
        return ways;
    }

    static List<String> time(int seconds) {
        int hours = seconds / 3600;
        int minutes = seconds / 60 % 60;
        int rest = seconds % 60;
        List<String> ways = new ArrayList<>(List.of(Duration.ofSeconds(seconds).toString(),
                "%02d:%02d:%02d".formatted(hours, minutes, rest), seconds + " seconds"));
        if (rest == 0) {
            ways.addAll(List.of(seconds / 60 + " minutes", seconds / 60 + " min", "PT" + seconds / 60 + "M"));
        } else {
            ways.addAll(List.of("%dm%ds".formatted(seconds / 60, rest), "%d minutes %d seconds".formatted(seconds / 60, rest),
                    "%d.5 minutes".formatted(seconds / 60)));
        }
        if (hours > 0) {
            ways.addAll(List.of("%dh%dm".formatted(hours, minutes), "%d hour %d minutes".formatted(hours, minutes),
                    "1.5 hours", "1h30"));
        }
        if (seconds == 1800) {
            ways.add("half an hour");
        }
        return ways;
    }
}
