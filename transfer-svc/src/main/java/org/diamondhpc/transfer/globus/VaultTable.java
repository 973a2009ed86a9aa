package org.diamondhpc.transfer.globus;

import jakarta.enterprise.context.ApplicationScoped;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Timestamp;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.messaging.tx.Database;
import org.diamondhpc.transfer.globus.auth.TokenVault;

/** Sealed tokens in the service's own database. */
@ApplicationScoped
class VaultTable implements TokenVault {
    private final Database database;

    VaultTable(Database database) {
        this.database = database;
    }

    @Override
    public Optional<Sealed> find(String identity) {
        return database.with(connection -> {
            try (PreparedStatement statement = connection.prepareStatement("""
                    select access, refresh, data_access, obtained_at, expires_at from globus_token where identity = ?
                    """)) {
                statement.setString(1, identity);
                try (ResultSet row = statement.executeQuery()) {
                    if (!row.next()) {
                        return Optional.<Sealed>empty();
                    }
                    String collections = row.getString(3);
                    return Optional.of(new Sealed(row.getBytes(1), row.getBytes(2),
                            collections.isEmpty() ? List.of() : List.of(collections.split(" ")),
                            row.getTimestamp(4).toInstant(), row.getTimestamp(5).toInstant()));
                }
            }
        });
    }

    @Override
    public void put(String identity, Sealed sealed) {
        database.with(connection -> {
            try (PreparedStatement statement = connection.prepareStatement("""
                    insert into globus_token (identity, access, refresh, data_access, obtained_at, expires_at)
                    values (?, ?, ?, ?, ?, ?)
                    on conflict (identity) do update set access = excluded.access, refresh = excluded.refresh,
                        data_access = excluded.data_access, obtained_at = excluded.obtained_at,
                        expires_at = excluded.expires_at
                    """)) {
                statement.setString(1, identity);
                statement.setBytes(2, sealed.access());
                statement.setBytes(3, sealed.refresh());
                statement.setString(4, String.join(" ", sealed.dataAccess()));
                statement.setTimestamp(5, Timestamp.from(sealed.obtained()));
                statement.setTimestamp(6, Timestamp.from(sealed.expires()));
                return statement.executeUpdate();
            }
        });
    }
}
