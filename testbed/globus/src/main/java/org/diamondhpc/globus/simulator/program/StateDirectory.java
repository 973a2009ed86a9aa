package org.diamondhpc.globus.simulator.program;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.diamondhpc.globus.simulator.model.ClientCredentials;
import org.diamondhpc.globus.simulator.model.CollectionSpec;
import org.diamondhpc.globus.simulator.model.EntityType;
import org.diamondhpc.globus.simulator.model.LocalUser;
import org.diamondhpc.globus.simulator.model.Place;

/** Files of a simulator that runs as a program. */
record StateDirectory(Path directory) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * One collection of {@code collections.json}.
     *
     * @param pidFile null for a directory of this machine
     * @param users people there. The first client may be each of them, and is the first one unless it says otherwise;
     *        the second client is the second one
     */
    record Site(String id, String name, String entityType, String pidFile, String root, List<LocalUser> users) {
        CollectionSpec spec(List<ClientCredentials> clients) {
            EntityType type = Set.of(EntityType.values()).stream().filter(t -> t.wire().equals(entityType)).findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no entity type '" + entityType + "'"));
            Place place = pidFile == null ? new Place.Here(Path.of(root))
                    : new Place.Namespace(Path.of(pidFile), Path.of(root));
            return CollectionSpec.of(type, name, place).withId(id)
                    .withAccounts(Map.of(clients.get(0).id(), users, clients.get(1).id(), users.stream().skip(1).toList()));
        }
    }

    /**
     * What clients need.
     *
     * @param client_id of the client for the tenant demo, and for whoever has no other
     * @param other_client_id of the client for the tenant other
     * @param simulator_token for {@code testbed globus fault}
     */
    record Credentials(String client_id, String client_secret, String other_client_id, String other_client_secret,
            String auth_url, String transfer_url, String simulator_token, int port) {
        List<ClientCredentials> clients() {
            return List.of(new ClientCredentials(client_id, client_secret),
                    new ClientCredentials(other_client_id, other_client_secret));
        }

        Credentials servedAt(URI auth, URI transfer) {
            return new Credentials(client_id, client_secret, other_client_id, other_client_secret, auth.toString(),
                    transfer.toString(), simulator_token, transfer.getPort());
        }

        /** Without secrets. */
        @Override
        public String toString() {
            return "Credentials[client_id=" + client_id + ", transfer_url=" + transfer_url + "]";
        }
    }

    List<CollectionSpec> collections(List<ClientCredentials> clients) throws IOException {
        Site[] sites = JSON.readValue(directory.resolve("collections.json").toFile(), Site[].class);
        return List.of(sites).stream().map(s -> s.spec(clients)).toList();
    }

    Optional<Credentials> credentials() throws IOException {
        Path file = directory.resolve("credentials.json");
        return Files.exists(file) ? Optional.of(JSON.readValue(file.toFile(), Credentials.class)) : Optional.empty();
    }

    /** For clients of all kinds, and as Diamond's configuration with one file for each secret. */
    void write(Credentials c) throws IOException {
        write("demo.secret", c.client_secret());
        write("other.secret", c.other_client_secret());
        if (!Files.exists(directory.resolve("seal.key"))) {
            byte[] key = new byte[32];
            new SecureRandom().nextBytes(key);
            write("seal.key", Base64.getEncoder().encodeToString(key));
        }
        write("diamond.properties", String.join("\n",
                "diamond.globus.auth-url=" + c.auth_url().replaceAll("/$", ""),
                "diamond.globus.transfer-url=" + c.transfer_url().replaceAll("/$", ""),
                "diamond.globus.key-file=" + directory.resolve("seal.key"),
                "diamond.globus.identities.default.client-id=" + c.client_id(),
                "diamond.globus.identities.default.secret-file=" + directory.resolve("demo.secret"),
                "diamond.globus.identities.other.client-id=" + c.other_client_id(),
                "diamond.globus.identities.other.secret-file=" + directory.resolve("other.secret"),
                "diamond.globus.tenants.other=other", ""));
        write("credentials.json", JSON.writerWithDefaultPrettyPrinter().writeValueAsString(c));
    }

    /** Whole or not at all, and never readable by others. */
    private void write(String name, String text) throws IOException {
        Path file = directory.resolve(name + ".new");
        Files.deleteIfExists(file);
        try (var channel = Files.newByteChannel(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
        }
        Files.move(file, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
    }
}
