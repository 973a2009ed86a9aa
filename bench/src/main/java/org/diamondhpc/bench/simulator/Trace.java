package org.diamondhpc.bench.simulator;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * A log in the Standard Workload Format, version 2.2 (Chapin et al. 1999, Parallel Workloads Archive): 18 numbers a line,
 * −1 for what is not known, header lines behind semicolons.
 *
 * @param processors the machine's size as the header has it, 0 where it does not
 * @param rows in order of submission, jobs that never ran left out
 */
public record Trace(int processors, List<Row> rows) {
    private static final String PROCESSORS = "MaxProcs:";

    public Trace {
        rows = List.copyOf(rows);
    }

    /** One line. @param waited from submission to start as logged, seconds */
    public record Row(Job job, long waited) {
    }

    /** @param file plain or, by its name's end, gzipped */
    public static Trace read(Path file) throws IOException {
        try (InputStream bytes = Files.newInputStream(file);
                InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(bytes, 1 << 16) : bytes;
                BufferedReader lines = new BufferedReader(new InputStreamReader(plain, StandardCharsets.ISO_8859_1))) {
            return read(lines);
        }
    }

    static Trace read(BufferedReader lines) throws IOException {
        int processors = 0;
        List<Row> rows = new ArrayList<>();
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            String text = line.strip();
            int size = text.indexOf(PROCESSORS);
            if (text.startsWith(";") && size >= 0) {
                processors = Integer.parseInt(text.substring(size + PROCESSORS.length()).strip().split("\\s")[0]);
            } else if (!text.isEmpty() && !text.startsWith(";")) {
                row(text.split("\\s+"), rows);
            }
        }
        rows.sort(Comparator.comparingLong((Row r) -> r.job().submit()).thenComparingInt(r -> r.job().id()));
        return new Trace(processors, rows);
    }

    private static void row(String[] fields, List<Row> rows) {
        if (fields.length < 14) {
            throw new IllegalArgumentException("a line has %d fields instead of 18".formatted(fields.length));
        }
        long run = number(fields[3]);
        int width = (int) (number(fields[4]) > 0 ? number(fields[4]) : number(fields[7]));
        if (run > 0 && width > 0) {
            rows.add(new Row(new Job((int) number(fields[0]), number(fields[1]), run, number(fields[8]), width,
                    (int) number(fields[11]), (int) number(fields[13])), number(fields[2])));
        }
    }

    private static long number(String field) {
        return field.indexOf('.') < 0 ? Long.parseLong(field) : (long) Double.parseDouble(field);
    }
}
