package org.diamondhpc.cli.terminal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rows and columns that fit the width: one column, named with a trailing {@code ~}, gives way and wraps; those named
 * with a leading {@code >} are set right.
 */
public final class Table {
    private static final String GAP = "  ";
    private static final int LEAST = 16;

    private final List<String> columns;
    private final List<List<String>> rows = new ArrayList<>();

    public Table(String... columns) {
        this.columns = List.of(columns);
    }

    public void row(Object... cells) {
        rows.add(Arrays.stream(cells).map(Humane::orDash).toList());
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    public void print(Terminal terminal) {
        int[] widths = widths(terminal.width());
        List<String> heads = columns.stream().map(Table::head).toList();
        line(terminal, heads.stream().map(h -> terminal.styled(Style.BOLD, h)).toList(), widths);
        for (List<String> row : rows) {
            List<List<String>> cells = new ArrayList<>();
            for (int i = 0; i < widths.length; i++) {
                cells.add(flexible(i) ? Wrapped.lines(row.get(i), widths[i]) : List.of(row.get(i)));
            }
            int height = cells.stream().mapToInt(List::size).max().orElse(1);
            for (int n = 0; n < height; n++) {
                int at = n;
                line(terminal, cells.stream().map(c -> at < c.size() ? c.get(at) : "").toList(), widths);
            }
        }
    }

    private int[] widths(int total) {
        int[] widths = new int[columns.size()];
        for (int i = 0; i < widths.length; i++) {
            int column = i;
            widths[i] = Math.max(head(columns.get(i)).length(),
                    rows.stream().mapToInt(r -> Style.width(r.get(column))).max().orElse(0));
        }
        int over = Arrays.stream(widths).sum() + GAP.length() * (widths.length - 1) - total;
        for (int i = 0; i < widths.length && over > 0; i++) {
            if (flexible(i)) {
                widths[i] = Math.max(Math.min(LEAST, widths[i]), widths[i] - over);
            }
        }
        return widths;
    }

    private void line(Terminal terminal, List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String padding = " ".repeat(Math.max(0, widths[i] - Style.width(cells.get(i))));
            boolean right = columns.get(i).startsWith(">");
            line.append(i == 0 ? "" : GAP).append(right ? padding : "").append(cells.get(i))
                    .append(right ? "" : padding);
        }
        terminal.line(line.toString().stripTrailing());
    }

    private boolean flexible(int column) {
        return columns.get(column).endsWith("~");
    }

    private static String head(String column) {
        return column.replaceAll("^>|~$", "");
    }
}
