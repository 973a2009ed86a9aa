package org.diamondhpc.standalone.postgres;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.diamondhpc.standalone.process.Probe;

/**
 * Who may log in: the administrator, and for every service a role with one schema of the same name.
 *
 * @param passwords by role; hexadecimal, since DDL takes no parameters
 */
public record PostgresRoles(String adminPassword, Map<String, String> passwords) {
    public static final String DATABASE = "diamond";
    static final String ADMIN = "postgres";

    private static final Pattern SAFE = Pattern.compile("[a-z0-9]+");

    public PostgresRoles {
        passwords = Map.copyOf(passwords);
        passwords.forEach((role, password) -> {
            if (!SAFE.matcher(role).matches() || !SAFE.matcher(password).matches()) {
                throw new IllegalArgumentException("role " + role + " or its password has a character other than a-z and 0-9");
            }
        });
    }

    /** Ready when the administrator can log in and all roles and schemas are there; makes them at the first look. */
    Probe probe(int port) {
        AtomicBoolean made = new AtomicBoolean();
        return () -> {
            if (!made.get()) {
                make(port);
                made.set(true);
            }
            try (Connection connection = connect(port, DATABASE)) {
                return connection.isValid(Probe.PATIENCE / 1000);
            }
        };
    }

    private void make(int port) throws SQLException {
        try (Connection server = connect(port, "postgres"); Statement statement = server.createStatement()) {
            if (!exists(server, "select 1 from pg_database where datname = ?", DATABASE)) {
                statement.execute("create database " + DATABASE);
            }
            statement.execute("revoke all on database " + DATABASE + ", postgres, template1 from public");
        }
        try (Connection database = connect(port, DATABASE); Statement statement = database.createStatement()) {
            statement.execute("revoke all on schema public from public");
            for (Map.Entry<String, String> role : passwords.entrySet()) {
                make(database, statement, role.getKey(), role.getValue());
            }
        }
    }

    private static void make(Connection database, Statement statement, String role, String password) throws SQLException {
        String verb = exists(database, "select 1 from pg_roles where rolname = ?", role) ? "alter" : "create";
        statement.execute(verb + " role " + role + " login nosuperuser nocreatedb nocreaterole password '" + password + "'");
        statement.execute("grant connect, temporary on database " + DATABASE + " to " + role);
        if (!exists(database, "select 1 from pg_namespace where nspname = ?", role)) {
            statement.execute("create schema " + role + " authorization " + role);
        }
        statement.execute("alter role " + role + " in database " + DATABASE + " set search_path = " + role);
    }

    private static boolean exists(Connection connection, String query, String name) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setString(1, name);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next();
            }
        }
    }

    private Connection connect(int port, String database) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", ADMIN);
        properties.setProperty("password", adminPassword);
        properties.setProperty("connectTimeout", "2");
        properties.setProperty("socketTimeout", "10");
        return DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + port + "/" + database, properties);
    }

    /** Without passwords. */
    @Override
    public String toString() {
        return "PostgresRoles" + passwords.keySet();
    }
}
