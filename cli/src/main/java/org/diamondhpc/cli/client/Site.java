package org.diamondhpc.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.diamondhpc.schemas.id.SiteId;

/** A site in short, or with everything that was seen of it. */
public record Site(JsonNode json) implements Document {
    /** A partition in short. */
    public record Partition(JsonNode json) implements Document {
        public String name() {
            return text("/name");
        }

        public boolean open() {
            return json.path("open").asBoolean();
        }
    }

    public SiteId id() {
        String id = text("/id");
        return new SiteId(id == null ? text("/site") : id);
    }

    /** The scheduler's family, as the site's profile names it. */
    public String scheduler() {
        String family = text("/scheduler");
        return family == null ? text("/family") : family;
    }

    public String health() {
        return text("/health/state");
    }

    public boolean up() {
        return "UP".equals(health());
    }

    /** Only where it was asked for in short. */
    public List<Partition> partitions() {
        return list("/partitions", node -> new Partition(node));
    }
}
