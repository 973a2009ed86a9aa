package org.diamondhpc.transfer.work;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.diamondhpc.site.session.SiteText;
import org.diamondhpc.transfer.domain.Found;
import org.diamondhpc.transfer.domain.FoundFile;
import org.diamondhpc.transfer.domain.Manifest;

/** Reads what {@code collect.sh} printed. Names come from the job and are only ever compared. */
final class CollectReading {
    private final byte[] out;
    private int at;
    private final List<String[]> streams = new ArrayList<>();
    private final Map<String, String[]> outputs = new LinkedHashMap<>();
    private final Map<String, String> sums = new HashMap<>();
    private final List<String> real = new ArrayList<>();
    private final Map<String, String[]> verified = new HashMap<>();
    private String manifest;

    private CollectReading(byte[] out) {
        this.out = out;
    }

    /**
     * @param work the working directory, links resolved
     * @param most names a manifest may hold
     * @throws IllegalArgumentException where it is not what the program prints, or not all of it
     */
    static Found read(byte[] out, String work, int most) {
        CollectReading reading = new CollectReading(out);
        reading.records();
        return reading.found(work, most);
    }

    private void records() {
        while (at < out.length) {
            switch (out[at]) {
                case '.' -> {
                    at++;
                    if (at != out.length) {
                        throw new IllegalArgumentException("bytes after the end");
                    }
                    return;
                }
                case 's' -> streams.add(field().split(" ", 4));
                case 'o' -> {
                    String[] record = field().split(" ", 4);
                    outputs.putIfAbsent(record[3], record);
                }
                case 'r' -> real.add(field().substring(2));
                case 'v' -> {
                    String[] record = field().split(" ", 4);
                    verified.put(record[3], record);
                }
                case 'm' -> {
                    int length = Integer.parseInt(field().substring(2));
                    manifest = SiteText.decode(Arrays.copyOfRange(out, at, Math.addExact(at, length)));
                    at += length;
                }
                default -> Listings.sum(upTo('\n'), sums);
            }
        }
        throw new IllegalArgumentException("the end is missing");
    }

    private String field() {
        return upTo('\0');
    }

    private String upTo(char end) {
        for (int i = at; i < out.length; i++) {
            if (out[i] == end) {
                String text = SiteText.decode(Arrays.copyOfRange(out, at, i));
                at = i + 1;
                return text;
            }
        }
        throw new IllegalArgumentException("cut short after "
                + new String(out, at, Math.min(40, out.length - at), StandardCharsets.ISO_8859_1));
    }

    private Found found(String work, int most) {
        List<String> doubts = new ArrayList<>();
        List<FoundFile> named = streams.stream().map(r -> file(r, r[3], sums.get("./" + r[3]))).toList();
        List<FoundFile> files = new ArrayList<>();
        outputs.values().forEach(r -> files.add(file(r, r[3].substring(2), sums.get(r[3]))));
        if (manifest != null) {
            listed(work, most, files, doubts);
        }
        return new Found(named, files, doubts);
    }

    private void listed(String work, int most, List<FoundFile> files, List<String> doubts) {
        Manifest listed = Manifest.parse(manifest);
        if (listed.rejected() > 0) {
            doubts.add("%d lines of the job's manifest do not have the form SHA256 SIZE PATH".formatted(
                    listed.rejected()));
        }
        if (listed.entries().size() > most) {
            doubts.add("the job's manifest names more than " + most + " files");
        }
        Map<String, String> realPaths = realPaths(listed);
        for (Manifest.Entry entry : listed.entries()) {
            String[] record = verified.get("./" + entry.path());
            String where = realPaths.get(entry.path());
            if (record == null || where == null) {
                doubts.add("the job's manifest names a file that is not there: " + entry.path());
            } else if (!where.startsWith(work + "/")) {
                doubts.add("the job's manifest names a file outside its working directory: " + entry.path());
            } else if (Long.parseLong(record[1]) != entry.size()) {
                doubts.add("%s has %s bytes, not %d as the job's manifest says".formatted(entry.path(), record[1],
                        entry.size()));
            } else {
                files.add(new FoundFile(entry.path(), entry.size(), Listings.seconds(record[2]), entry.sha256()));
            }
        }
    }

    /** The site resolved every line of the form, the ones rejected here as well, in their order. */
    private Map<String, String> realPaths(Manifest listed) {
        Map<String, String> paths = new HashMap<>();
        int i = 0;
        for (String line : manifest.split("\n")) {
            if (line.matches("[0-9a-f]{64} [0-9]+ .*") && i < real.size()) {
                paths.put(line.substring(line.indexOf(' ', 65) + 1), real.get(i++));
            }
        }
        return paths;
    }

    private static FoundFile file(String[] record, String name, String sha256) {
        return new FoundFile(name, Long.parseLong(record[1]), Listings.seconds(record[2]), sha256);
    }
}
