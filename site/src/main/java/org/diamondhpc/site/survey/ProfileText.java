package org.diamondhpc.site.survey;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.site.NewSite.Access;
import org.diamondhpc.schemas.site.NewSite;
import org.diamondhpc.site.profile.Account;
import org.diamondhpc.site.scheduler.Dialects;

/**
 * A profile as a file. Every text is written as JSON writes it, which YAML reads as it is, so that nothing a host says
 * can become a field.
 */
record ProfileText(NewSite wanted, SiteId id, String hostKey, Access access, String family, String prologue,
        String description, String scratch, Integer slots, Map<String, String> software, String architecture,
        List<String> remarks) {
    ProfileText {
        software = new LinkedHashMap<>(software);
        remarks = List.copyOf(remarks);
    }

    /** What must be known before the first command. */
    static ProfileText of(NewSite wanted, SiteId id, String hostKey, Access access) {
        return new ProfileText(wanted, id, hostKey, access, wanted.family() == null ? Dialects.workstation() : wanted.family(),
                wanted.prologue() == null ? "" : wanted.prologue(), "", null, null, Map.of(), null, List.of());
    }

    String yaml() {
        StringBuilder text = new StringBuilder();
        remarks.forEach(r -> text.append("# ").append(r.replaceAll("\\p{Cntrl}", " ")).append('\n'));
        line(text, "id", word(id.value()));
        line(text, "description", word(description));
        text.append("transport:\n");
        line(text, "  hosts", "[{host: %s, port: %d}]".formatted(word(wanted.host()), wanted.port()));
        line(text, "  hostKeys", hostKey == null ? "[]" : "[" + word(hostKey) + "]");
        if (wanted.jump() != null) {
            line(text, "  jump", word(wanted.jump().value()));
        }
        if (!prologue.isEmpty()) {
            line(text, "prologue", word(prologue));
        }
        line(text, "scheduler", "{family: %s%s}".formatted(word(family), slots == null ? "" : ", slots: " + slots));
        line(text, "storage", "{root: %s%s}".formatted(word(wanted.root() == null ? "$HOME/.diamond" : wanted.root()),
                scratch == null ? "" : ", scratch: " + word(scratch)));
        text.append("accounts:\n");
        line(text, "  - tenant", word(wanted.tenant() == null ? Account.EVERYBODY : wanted.tenant()));
        line(text, "    user", word(wanted.user()));
        line(text, "    auth", auth());
        software(text);
        if (architecture != null && !architecture.isBlank()) {
            line(text, "labels", "{architecture: %s}".formatted(word(architecture)));
        }
        return text.toString();
    }

    private void software(StringBuilder text) {
        if (!software.isEmpty()) {
            line(text, "software", software.entrySet().stream().map(e -> "{name: %s%s}".formatted(word(e.getKey()),
                    e.getValue().isEmpty() ? "" : ", version: " + word(e.getValue())))
                    .collect(Collectors.joining(", ", "[", "]")));
        }
    }

    private String auth() {
        String kind = switch (access.kind()) {
            case KEY -> "key";
            case CERTIFICATE -> "certificate";
            case AGENT -> "agent";
            case KEYBOARD_INTERACTIVE -> "keyboard-interactive";
        };
        return "{kind: " + kind + field("keyFile", access.keyFile()) + field("certificateFile", access.certificateFile())
                + field("socket", access.socket()) + "}";
    }

    private static String field(String name, String value) {
        return value == null ? "" : ", " + name + ": " + word(value);
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append(name).append(": ").append(value).append('\n');
    }

    private static String word(String text) {
        try {
            return DiamondJson.json().writeValueAsString(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
