package org.diamondhpc.transfer.work;

import io.agroal.api.AgroalDataSource;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.site.session.SiteText;

/**
 * Which content lies where at sites: what was staged, moved or collected. A hint, never a promise: files change
 * behind Diamond's back, so whoever uses a row reads the file's checksum again.
 */
@ApplicationScoped
class Catalogue implements Copies {
    private static final int MOST_COPIES = 3;
    private final AgroalDataSource database;

    Catalogue(AgroalDataSource database) {
        this.database = database;
    }

    @Override
    public void record(List<ReplicaFact> facts) {
        if (facts.isEmpty()) {
            return;
        }
        on("""
                insert into replica (site, account, path, sha256, size, modified) values (?, ?, ?, ?, ?, ?)
                on conflict (site, account, path) do update set sha256 = excluded.sha256, size = excluded.size,
                    modified = excluded.modified, seen_at = now()
                """, statement -> {
            for (ReplicaFact fact : facts) {
                if (fact.sha256() != null && SiteText.isUtf8(fact.path())) {
                    set(statement, fact.account(), fact.path(), fact.sha256());
                    statement.setLong(5, fact.size());
                    statement.setLong(6, fact.modified());
                    statement.addBatch();
                }
            }
            return statement.executeBatch();
        });
    }

    @Override
    public List<String> copies(AccountId account, String sha256) {
        return on("""
                select path from replica where site = ? and account = ? and sha256 = ?
                order by seen_at desc limit ?
                """, statement -> {
            set(statement, account, sha256);
            statement.setInt(4, MOST_COPIES);
            List<String> paths = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    paths.add(rows.getString(1));
                }
            }
            return paths;
        });
    }

    @Override
    public Optional<String> content(AccountId account, String path, long size, long modified) {
        return on("""
                select sha256 from replica where site = ? and account = ? and path = ? and size = ? and modified = ?
                """, statement -> {
            set(statement, account, path);
            statement.setLong(4, size);
            statement.setLong(5, modified);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? Optional.of(rows.getString(1)) : Optional.empty();
            }
        });
    }

    @Override
    public Map<String, String> below(AccountId account, String folder) {
        return on("""
                select path, sha256 from replica where site = ? and account = ? and path >= ? and path < ?
                """, statement -> {
            // '0' follows '/': the range holds exactly the paths below, and the primary key finds it
            set(statement, account, folder + "/", folder + "0");
            Map<String, String> contents = new HashMap<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    contents.put(rows.getString(1).substring(folder.length() + 1), rows.getString(2));
                }
            }
            return contents;
        });
    }

    @Override
    public void forget(AccountId account, String folder) {
        on("delete from replica where site = ? and account = ? and path >= ? and path < ?", statement -> {
            set(statement, account, folder + "/", folder + "0");
            return statement.executeUpdate();
        });
    }

    private static void set(PreparedStatement statement, AccountId account, String... rest) throws SQLException {
        statement.setString(1, account.site().value());
        statement.setString(2, account.user());
        for (int i = 0; i < rest.length; i++) {
            statement.setString(3 + i, rest[i]);
        }
    }

    private <T> T on(String sql, Use<T> use) {
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            return use.of(statement);
        } catch (SQLException e) {
            throw new IllegalStateException("the catalogue cannot be used: " + e.getMessage(), e);
        }
    }

    private interface Use<T> {
        T of(PreparedStatement statement) throws SQLException;
    }
}
