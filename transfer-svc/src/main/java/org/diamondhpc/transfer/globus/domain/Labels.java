package org.diamondhpc.transfer.globus.domain;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.diamondhpc.transfer.globus.api.TransferDocument;

/** What people see in Globus's list of tasks; the mark at its end tells equal shipments from others. */
public final class Labels {
    private static final int MARK = 16;

    private Labels() {
    }

    public static String transfer(Loads.Load load) {
        List<Consignment> all = load.consignments();
        String more = all.size() == 1 ? "" : " and %d more".formatted(all.size() - 1);
        return fitting("Diamond %s%s, %s to %s".formatted(all.getFirst().owner().token(), more,
                load.way().fromSite(), load.way().toSite()), mark(load));
    }

    public static String cleaning(Shipment after) {
        return fitting("Diamond removes leftovers at " + after.way().toSite(), after.submission());
    }

    public static String deleting(String site, String first, int more, String submission) {
        return fitting("Diamond deletes %s%s at %s".formatted(first, more == 0 ? "" : " and %d more".formatted(more), site),
                submission);
    }

    private static String fitting(String words, String mark) {
        String end = " [" + mark.substring(0, Math.min(mark.length(), MARK)) + "]";
        String plain = words.replaceAll("\\p{Cntrl}", " ").strip();
        int room = TransferDocument.LONGEST_LABEL - end.length();
        return (plain.length() > room ? plain.substring(0, room).strip() : plain) + end;
    }

    private static String mark(Loads.Load load) {
        StringBuilder paths = new StringBuilder(load.way().from()).append('\n').append(load.way().to());
        load.consignments().forEach(c -> c.lines().forEach(l ->
                paths.append('\n').append(l.source()).append('\0').append(l.target())));
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256")
                    .digest(paths.toString().getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
