package org.diamondhpc.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.id.SiteId;

/** Sites as they were seen, and small operations there. Paths are absolute or begin with {@code ~/}. */
public final class SitesApi {
    private final Http http;

    SitesApi(Http http) {
        this.http = http;
    }

    public List<Site> list() {
        JsonNode page = http.send(Call.get("v1/sites")).json();
        return ((Document) () -> page).list("/items", node -> new Site(node));
    }

    public Site get(SiteId site) {
        return new Site(http.send(Call.get(path(site))).json());
    }

    public Site full(SiteId site) {
        return new Site(http.send(Call.get(path(site)).with("view", "full")).json());
    }

    /** What was foreseen for the latest placements, and what came. @param site null: all sites */
    public JsonNode predictions(SiteId site, int limit) {
        return http.send(Call.get("v1/predictions").with("site", site == null ? null : site.value()).with("limit", limit))
                .json();
    }

    /** Looks at the site now. */
    public Site refresh(SiteId site) {
        return new Site(http.send(Call.post(path(site) + "/refresh", null)).json());
    }

    /** Entries of a folder after the name {@code after}; {@code /next} is absent at the end. */
    public JsonNode list(SiteId site, String folder, String after) {
        return http.send(look(site, folder, "list").with("after", after).with("limit", 500)).json();
    }

    public JsonNode stat(SiteId site, String file) {
        return http.send(look(site, file, "stat")).json();
    }

    /** At most 256 KiB from an offset. */
    public SiteContent read(SiteId site, String file, long offset) {
        return new SiteContent(http.send(look(site, file, "read").with("offset", offset).with("length", 256 * 1024))
                .json());
    }

    /** The last bytes, or what follows the offset where that is not null. */
    public SiteContent tail(SiteId site, String file, int bytes, Long offset) {
        return new SiteContent(http.send(look(site, file, "tail").with("bytes", bytes).with("offset", offset)).json());
    }

    /**
     * One step of an interactive login. Never repeated by itself: sites lock accounts out.
     *
     * @param step of the prompts that are answered; null: begin
     * @param sealed the answers, sealed for the key that came with the prompts
     */
    public JsonNode login(SiteId site, String step, String sealed) {
        ObjectNode body = DiamondJson.json().valueToTree(Map.of());
        if (step != null) {
            body.put("step", step).put("answers", sealed);
        }
        return http.send(Call.post(path(site) + "/login", body).unrepeated()).json();
    }

    private static Call look(SiteId site, String path, String op) {
        return Call.get(path(site) + "/files").with("path", path).with("op", op);
    }

    private static String path(SiteId site) {
        return "v1/sites/" + site;
    }
}
