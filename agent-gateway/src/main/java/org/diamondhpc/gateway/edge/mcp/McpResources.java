package org.diamondhpc.gateway.edge.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.inject.Singleton;
import java.net.URI;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.session.Sessions;
import org.diamondhpc.gateway.site.Sites;
import org.diamondhpc.gateway.site.domain.SiteSummary;
import org.diamondhpc.gateway.skill.Cut;
import org.diamondhpc.gateway.skill.SkillCatalogue;
import org.diamondhpc.gateway.skill.Skills;
import org.diamondhpc.gateway.task.Tasks;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;

/** Sites, tasks, sessions and the guides to skills as resources: short, in JSON, as the skills tell them. */
@Singleton
class McpResources {
    static final String SITES = "diamond://sites";
    static final String JSON = "application/json";
    private static final Pattern URI = Pattern.compile("diamond://(sites|tasks|sessions|skills)(?:/([A-Za-z0-9_-]{1,64}))?");

    private final Skills skills;
    private final SkillCatalogue catalogue;
    private final Sites sites;
    private final Tasks tasks;
    private final Sessions sessions;

    McpResources(Skills skills, SkillCatalogue catalogue, Sites sites, Tasks tasks, Sessions sessions) {
        this.skills = skills;
        this.catalogue = catalogue;
        this.sites = sites;
        this.tasks = tasks;
        this.sessions = sessions;
    }

    /** What there is of a kind. */
    record Template(String uri, String name, String title, String description, String mimeType) {
    }

    /** A resource's text. */
    record Text(String uri, String mimeType, String text) {
    }

    static final Template ALL_SITES = new Template(SITES, "sites", "Sites",
            "The sites you may use, with health and free cores and GPUs.", JSON);

    static final List<Template> TEMPLATES = List.of(
            new Template("diamond://sites/{site}", "site", "Site", "A site with its partitions and software.", JSON),
            new Template("diamond://tasks/{task}", "task", "Task", "A task with its placement and timings.", JSON),
            new Template("diamond://sessions/{session}", "session", "Session",
                    "A session with all that is needed to take it over.", JSON),
            new Template("diamond://skills/{skill}", "skill", "Guide to a skill", "When and how to use a skill.",
                    "text/markdown"));

    /**
     * Reads a resource. Called on a virtual thread.
     *
     * @throws DiamondException {@code INVALID_NOT_FOUND} and what the skills throw
     */
    Text read(Caller caller, String uri) {
        Matcher m = URI.matcher(uri);
        if (!m.matches() || m.group(2) == null && !m.group(1).equals("sites")) {
            throw DiamondException.of(Reason.INVALID_NOT_FOUND, "there is no resource " + Cut.to(uri, 200));
        }
        String id = m.group(2);
        return switch (m.group(1)) {
            case "sites" -> id == null ? told(caller, uri, "find_resources", input())
                    : told(caller, uri, "find_resources", input().put("site", id).put("detail", "full"));
            case "tasks" -> {
                ObjectNode input = input().put("task", id);
                input.putArray("include").add("placement").add("timings").add("attempts");
                yield told(caller, uri, "get_task", input);
            }
            case "sessions" -> told(caller, uri, "session", input().put("session", id));
            default -> new Text(uri, "text/markdown", catalogue.get(id).guide());
        };
    }

    /** The key under which changes of a resource are signalled; null where it never changes. */
    static String signal(String uri) {
        Matcher m = URI.matcher(uri);
        if (!m.matches() || m.group(1).equals("skills")) {
            return null;
        }
        return switch (m.group(1)) {
            case "tasks" -> "task:" + m.group(2);
            case "sessions" -> "session:" + m.group(2);
            default -> Sites.SIGNAL;
        };
    }

    /**
     * What tells one state of a resource from another, without the resource itself; of a site what can be read in its
     * short form, since it is looked at every few seconds and mostly has not changed.
     *
     * @throws DiamondException where it is not there or not the caller's
     */
    String version(Caller caller, String uri) {
        Matcher m = URI.matcher(uri);
        String id = m.matches() ? m.group(2) : null;
        if (uri.equals(SITES)) {
            return sites.list(caller).stream().map(McpResources::version).toList().toString();
        }
        if (id == null || m.group(1).equals("skills")) {
            throw DiamondException.of(Reason.INVALID_NOT_FOUND, "nothing changes at " + Cut.to(uri, 200));
        }
        try {
            return switch (m.group(1)) {
                case "tasks" -> Integer.toString(tasks.get(caller, new TaskId(id), false).version());
                case "sessions" -> Integer.toString(sessions.get(caller, new SessionId(id)).version());
                default -> version(sites.get(caller, new SiteId(id)));
            };
        } catch (IllegalArgumentException e) {
            throw new DiamondException(Problem.of(Reason.INVALID_NOT_FOUND, e.getMessage()), e);
        }
    }

    private static String version(SiteSummary s) {
        return s.id() + " " + s.health().state() + " " + s.partitions() + s.running() + " " + s.pending();
    }

    private Text told(Caller caller, String uri, String skill, ObjectNode input) {
        return new Text(uri, JSON, skills.call(caller, skill, input, null).body().toString());
    }

    private static ObjectNode input() {
        return JsonNodeFactory.instance.objectNode();
    }
}
