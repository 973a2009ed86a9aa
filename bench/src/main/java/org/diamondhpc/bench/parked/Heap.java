package org.diamondhpc.bench.parked;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads {@code jcmd PID GC.heap_info}: each generation's line says what it uses, in KiB. */
final class Heap {
    private static final Pattern USED = Pattern.compile("\\bused (\\d+)K");
    private static final Pattern BESIDE = Pattern.compile("Metaspace|class space");
    private static final double KIB_IN_MIB = 1024;

    private Heap() {
    }

    /** In MiB. */
    static double used(String heapInfo) {
        double sum = 0;
        for (String line : heapInfo.lines().filter(l -> !BESIDE.matcher(l).find()).toList()) {
            Matcher used = USED.matcher(line);
            if (used.find()) {
                sum += Long.parseLong(used.group(1)) / KIB_IN_MIB;
            }
        }
        return sum;
    }
}
