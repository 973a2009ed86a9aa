package org.diamondhpc.globus.simulator.program;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
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
     * @param users whom the client may be there; the first is who it is unless it says otherwise
     */
    record Site(String id, String name, String entityType, String pidFile, String root, List<LocalUser> users) {
        CollectionSpec spec(String client) {
            EntityType type = Set.of(EntityType.values()).stream().filter(t -> t.wire().equals(entityType)).findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no entity type '" + entityType + "'"));
            Place place = pidFile == null ? new Place.Here(Path.of(root))
                    : new Place.Namespace(Path.of(pidFile), Path.of(root));
            return CollectionSpec.of(type, name, place).withId(id).withAccounts(Map.of(client, users));
        }
    }

    /** What clients need; {@code simulator_token} is for {@code testbed globus fault}. */
    record Credentials(String client_id, String client_secret, String auth_url, String transfer_url,
            String simulator_token, int port) {
        ClientCredentials client() {
            return new ClientCredentials(client_id, client_secret);
        }

        /** Without secrets. */
        @Override
        public String toString() {
            return "Credentials[client_id=" + client_id + ", transfer_url=" + transfer_url + "]";
        }
    }

    List<CollectionSpec> collections(String client) throws IOException {
        Site[] sites = JSON.readValue(directory.resolve("collections.json").toFile(), Site[].class);
        return List.of(sites).stream().map(s -> s.spec(client)).collect(Collectors.toList());
    }

    Optional<Credentials> credentials() throws IOException {
        Path file = directory.resolve("credentials.json");
        return Files.exists(file) ? Optional.of(JSON.readValue(file.toFile(), Credentials.class)) : Optional.empty();
    }

    /** Whole or not at all, and never readable by others. */
    void write(Credentials credentials) throws IOException {
        Path file = directory.resolve("credentials.json.new");
        Files.deleteIfExists(file);
        try (var channel = Files.newByteChannel(file, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            channel.write(java.nio.ByteBuffer.wrap(JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(credentials)));
        }
        Files.move(file, directory.resolve("credentials.json"), StandardCopyOption.ATOMIC_MOVE);
    }
}
