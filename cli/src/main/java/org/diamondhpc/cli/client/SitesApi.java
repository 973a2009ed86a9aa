package org.diamondhpc.cli.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.site.NewSite;
import org.diamondhpc.schemas.spec.CollectionPath;

/**
 * Sites as they were seen, and small operations there. Paths are absolute or begin with {@code ~/}; a path
 * {@code globus://COLLECTION/path} needs no site.
 */
public final class SitesApi {
    /** Login, modules and a look at a large queue. */
    private static final Duration FIRST_LOOK = Duration.ofMinutes(5);

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

    /**
     * Gets to know a new site: {@code kind} is {@code host-key} until the key is accepted, then {@code draft}. Not
     * repeated by itself, since it logs in.
     */
    public JsonNode draft(NewSite site) {
        return http.send(Call.post("v1/sites/drafts", site).patient(FIRST_LOOK).unrepeated()).json();
    }

    /** Writes a profile down. */
    public JsonNode add(String profile) {
        return http.send(Call.post("v1/sites", Map.of("profile", profile))).json();
    }

    /** Makes a folder, with those above it; one that is there is no error. */
    public JsonNode makeDirectory(SiteId site, String folder) {
        return http.send(Call.post(files(site, folder), Map.of("op", "MKDIR", "path", inside(folder)))).json();
    }

    /** Both paths are of the same site or collection; nothing is replaced. */
    public JsonNode rename(SiteId site, String from, String to) {
        return http.send(Call.post(files(site, from), Map.of("op", "RENAME", "path", inside(from), "to", inside(to)))
                .unrepeated()).json();
    }

    /** @param recursive a folder with all that is in it */
    public JsonNode delete(SiteId site, String path, boolean recursive) {
        return http.send(Call.delete(files(site, path)).with("path", inside(path)).with("recursive", recursive)
                .unrepeated()).json();
    }

    private static Call look(SiteId site, String path, String op) {
        return Call.get(files(site, path)).with("path", inside(path)).with("op", op);
    }

    /** Files of a site, or of the collection that the path names. */
    private static String files(SiteId site, String path) {
        return (CollectionPath.means(path) ? "v1/collections/" + CollectionPath.parse(path).collection() : path(site))
                + "/files";
    }

    private static String inside(String path) {
        return CollectionPath.means(path) ? CollectionPath.parse(path).path() : path;
    }

    private static String path(SiteId site) {
        return "v1/sites/" + site;
    }
}
