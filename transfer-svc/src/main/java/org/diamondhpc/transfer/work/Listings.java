package org.diamondhpc.transfer.work;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.diamondhpc.site.session.CommandResult;
import org.diamondhpc.site.session.SiteText;
import org.diamondhpc.transfer.domain.Wish;

/** What lies below folders, and the checksums of many files, each by one command. */
final class Listings {
    private static final int FIELDS = 5;
    private static final int HEX = 64;

    private Listings() {
    }

    /** Every file, folder and link below a real folder as pieces of a wish; links stay links, devices are left out. */
    static List<Piece> tree(Place place, String real, int number, Wish wish) {
        return tree(place, real, number, wish.to());
    }

    /** @param to where they go; pieces lie below it */
    static List<Piece> tree(Place place, String real, int number, String to) {
        CommandResult result = place.session().run(Program.TREE.with(real).within(Program.LONG));
        List<String> fields = NulFields.of(result.orThrow("listing " + SiteText.display(real)).stdout());
        List<Piece> pieces = new ArrayList<>();
        for (int i = 0; i + 1 < fields.size(); i += 2) {
            String[] entry = fields.get(i).split(" ", FIELDS);
            Piece.Kind kind = switch (entry[0]) {
                case "f" -> Piece.Kind.FILE;
                case "d" -> Piece.Kind.FOLDER;
                case "l" -> Piece.Kind.LINK;
                default -> null;
            };
            if (kind != null) {
                boolean executable = (Integer.parseInt(entry[1], 8) & 0100) != 0;
                pieces.add(new Piece(kind, number, below(real, entry[4]), below(to, entry[4]),
                        kind == Piece.Kind.FILE ? Long.parseLong(entry[2]) : 0, seconds(entry[3]),
                        kind == Piece.Kind.FILE && executable, kind == Piece.Kind.LINK ? fields.get(i + 1) : null,
                        null));
            }
        }
        return pieces;
    }

    /** SHA-256 by path, of those that can be read. */
    static Map<String, String> sums(Place place, List<String> paths) {
        CommandResult result = place.session().run(Program.SUMS.with().withStdin(NulFields.bytes(paths))
                .within(Program.LONG));
        Map<String, String> sums = new HashMap<>();
        for (String line : result.orThrow("reading checksums").out().split("\n")) {
            sum(line, sums);
        }
        return sums;
    }

    /** One line as sha256sum writes it: a name with a line break or backslash is escaped and marked so. */
    static void sum(String line, Map<String, String> sums) {
        boolean escaped = line.startsWith("\\");
        String plain = escaped ? line.substring(1) : line;
        if (plain.length() > HEX + 2) {
            String name = plain.substring(HEX + 2);
            sums.put(escaped ? unescaped(name) : name, plain.substring(0, HEX));
        }
    }

    static long seconds(String findTime) {
        int dot = findTime.indexOf('.');
        return Long.parseLong(dot < 0 ? findTime : findTime.substring(0, dot));
    }

    static String below(String folder, String relative) {
        return folder.endsWith("/") ? folder + relative : folder + "/" + relative;
    }

    private static String unescaped(String name) {
        StringBuilder plain = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '\\' && i + 1 < name.length()) {
                char next = name.charAt(++i);
                plain.append(next == 'n' ? '\n' : next == 'r' ? '\r' : next);
            } else {
                plain.append(c);
            }
        }
        return plain.toString();
    }
}
