package org.diamondhpc.bench.parked;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.diamondhpc.bench.BenchFailed;

/**
 * Parks the many: every row that a session parked through the interface has left in the gateway's tables is copied, with
 * other last digits in each id it holds, wherever that stands in the row. So a copy has exactly the rows of its original
 * (the gateway keeps nothing of a parked session in memory); {@link #shape} counts rows and bytes of both, which must agree.
 */
final class Copies {
    /** Where a session leaves rows, and which; {@code :s}, {@code :t} and {@code :w} are its session, task and wait. */
    private static final Map<String, String> ROWS = rows();

    private final Connection database;

    Copies(Connection database) {
        this.database = database;
    }

    private static Map<String, String> rows() {
        Map<String, String> rows = new LinkedHashMap<>();
        rows.put("session", "id = :s");
        rows.put("task", "id = :t");
        rows.put("journal", "subject in (:s, :t)");
        rows.put("wait", "id = :w");
        rows.put("wait_item", "wait = :w");
        rows.put("audit", "session = :s");
        rows.put("work_item", "key = :w or key like :t || '.%'");
        rows.put("inbox", "event_id in (select event_id from journal where subject = :t)");
        return rows;
    }

    /** @param copies of each, numbered from 1 */
    void make(List<Sleeper> originals, int copies) throws SQLException {
        for (Sleeper sleeper : originals) {
            database.setAutoCommit(false);
            for (Map.Entry<String, String> table : ROWS.entrySet()) {
                copy(table.getKey(), where(table.getValue(), sleeper), sleeper, copies);
            }
            database.commit();
        }
        database.setAutoCommit(true);
        try (Statement settle = database.createStatement()) {
            settle.execute("vacuum analyze");
        }
    }

    private void copy(String table, String where, Sleeper sleeper, int copies) throws SQLException {
        List<String> columns = columns(table);
        String text = "to_jsonb(o)::text";
        for (String name : sleeper.texts()) {
            String stem = name.substring(0, name.length() - Sleeper.DIGITS);
            text = "replace(" + text + ", '" + name + "', '" + stem + "' || d)";
        }
        String list = String.join(", ", columns);
        try (Statement insert = database.createStatement()) {
            insert.execute("insert into " + table + " (" + list + ") select "
                    + columns.stream().map(c -> "c." + c).collect(Collectors.joining(", "))
                    + " from (select * from " + table + " where " + where + ") o,"
                    + " (select lpad(n::text, " + Sleeper.DIGITS + ", '0') as d from generate_series(1, " + copies
                    + ") n) n, jsonb_populate_record(null::" + table + ", " + text + "::jsonb) c");
        }
    }

    /** Those the database does not number itself. */
    private List<String> columns(String table) throws SQLException {
        List<String> columns = new ArrayList<>();
        try (PreparedStatement select = database.prepareStatement("select quote_ident(column_name) from"
                + " information_schema.columns where table_schema = current_schema and table_name = ?"
                + " and is_identity = 'NO' order by ordinal_position")) {
            select.setString(1, table);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    columns.add(rows.getString(1));
                }
            }
        }
        return columns;
    }

    /** Rows and their bytes as text, by table, of one session. */
    Map<String, String> shape(Sleeper sleeper, int copy) throws SQLException {
        Sleeper one = new Sleeper(sleeper.session(copy), sleeper.task(copy), Sleeper.copied(sleeper.waitId(), copy), null,
                null, null, List.of());
        Map<String, String> shape = new LinkedHashMap<>();
        for (Map.Entry<String, String> table : ROWS.entrySet()) {
            shape.put(table.getKey(), text("select count(*) || ' rows, ' || coalesce(sum(length(to_jsonb(x)::text)), 0)"
                    + " || ' bytes' from (select " + columns(table.getKey()).stream().collect(Collectors.joining(", "))
                    + " from " + table.getKey() + " where " + where(table.getValue(), one) + ") x"));
        }
        return shape;
    }

    /** @throws BenchFailed where a copy is not what its original is */
    void verify(List<Sleeper> originals, int copies) throws SQLException {
        for (Sleeper sleeper : originals) {
            Map<String, String> first = shape(sleeper, 0);
            for (int copy : List.of(1, copies)) {
                if (!first.equals(shape(sleeper, copy))) {
                    throw new BenchFailed("copy " + copy + " of " + sleeper.session() + " has " + shape(sleeper, copy)
                            + " where the original has " + first);
                }
            }
        }
    }

    long count(String query) throws SQLException {
        return Long.parseLong(text(query));
    }

    private String text(String query) throws SQLException {
        try (Statement select = database.createStatement(); ResultSet row = select.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }

    private static String where(String condition, Sleeper sleeper) {
        return condition.replace(":s", "'" + sleeper.session() + "'").replace(":t", "'" + sleeper.task() + "'")
                .replace(":w", "'" + sleeper.waitId() + "'");
    }
}
