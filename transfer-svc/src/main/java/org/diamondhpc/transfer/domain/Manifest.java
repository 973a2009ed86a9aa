package org.diamondhpc.transfer.domain;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.spec.RelativePath;

/**
 * What a job says it left: lines {@code SHA256 SIZE RELATIVE_PATH}. The job wrote it, so nothing of it is believed
 * that does not have this form; sizes are compared with the files themselves.
 *
 * @param rejected how many lines do not have the form
 */
public record Manifest(List<Entry> entries, int rejected) {
    private static final Pattern LINE = Pattern.compile("([0-9a-f]{64}) (\\d{1,18}) (.+)");

    public Manifest {
        entries = Absent.list(entries);
    }

    /** @param path relative to the working directory, without {@code ..} and control characters */
    public record Entry(String sha256, long size, String path) {
    }

    public static Manifest parse(String text) {
        List<Entry> entries = new ArrayList<>();
        int rejected = 0;
        for (String line : text.split("\n")) {
            Matcher m = LINE.matcher(line);
            if (m.matches() && RelativePath.problem(m.group(3)).isEmpty()) {
                entries.add(new Entry(m.group(1), Long.parseLong(m.group(2)), m.group(3)));
            } else if (!line.isEmpty()) {
                rejected++;
            }
        }
        return new Manifest(entries, rejected);
    }
}
