package org.diamondhpc.site.profile;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.diamondhpc.site.profile.SiteProfile.GlobusCollection;
import org.diamondhpc.site.profile.SiteProfile.Host;
import org.diamondhpc.site.profile.SiteProfile.Limits;
import org.diamondhpc.site.profile.SiteProfile.Reach;
import org.diamondhpc.site.profile.SiteProfile.Scheduler;
import org.diamondhpc.site.profile.SiteProfile.Software;
import org.diamondhpc.site.profile.SiteProfile.Storage;
import org.diamondhpc.site.profile.SiteProfile.Transport;

/** Reads one profile file. Errors are collected, so the profile it returns counts only where there are none. */
final class ProfileReader {
    private static final Pattern UUID = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");
    /** Begins with a letter or digit: it stands where rsync and ssh would read options. */
    private static final Pattern LOGIN_HOST =
            Pattern.compile("([A-Za-z0-9_][A-Za-z0-9_.-]*@)?[A-Za-z0-9][A-Za-z0-9.-]*");

    private final Path file;
    private final SshConfig ssh;
    private final SchedulerCheck check;
    private final List<Violation> errors;
    /** What the user's own SSH configuration says, where the profile refers to it. */
    private Optional<SshConfig.Known> own = Optional.empty();

    ProfileReader(Path file, SshConfig ssh, SchedulerCheck check, List<Violation> errors) {
        this.file = file;
        this.ssh = ssh;
        this.check = check;
        this.errors = errors;
    }

    Optional<SiteProfile> read() {
        try {
            return read(Files.readString(file));
        } catch (IOException e) {
            errors.add(new Violation(file.getFileName().toString(), "cannot be read: " + e.getMessage()));
            return Optional.empty();
        }
    }

    /** @param yaml what the file holds, or shall hold */
    Optional<SiteProfile> read(String yaml) {
        int before = errors.size();
        String name = file.getFileName().toString();
        try {
            JsonNode root = DiamondJson.yaml().reader().with(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .readTree(yaml);
            SiteProfile profile = profile(new Fields(name + "#", root, errors));
            return errors.size() == before ? Optional.of(profile) : Optional.empty();
        } catch (JsonProcessingException e) {
            errors.add(new Violation(name, "is not YAML: " + e.getOriginalMessage() + " at line "
                    + (e.getLocation() == null ? "?" : e.getLocation().getLineNr())));
        }
        return Optional.empty();
    }

    private SiteProfile profile(Fields f) {
        SiteId id = f.parsed("id", SiteId::new).orElse(null);
        if (id == null && f.text("id").isEmpty()) {
            f.error("id", "is missing");
        }
        SiteProfile profile = new SiteProfile(id, f.text("description").orElse(""),
                required(f, "transport").map(t -> transport(t, id)).orElse(null), f.text("prologue").orElse(""),
                required(f, "scheduler").map(this::scheduler).orElse(null),
                f.child("storage").map(this::storage).orElse(new Storage("$HOME/.diamond", Optional.empty())),
                f.children("collections").stream().map(this::collection).toList(), accounts(f, id),
                f.children("software").stream().map(this::software).toList(), f.text("launcher"),
                f.child("labels").map(Fields::rest).orElse(Map.of()),
                f.child("limits").map(this::limits).orElse(Limits.DEFAULT),
                f.children("reaches").stream().map(this::reach).flatMap(Optional::stream).toList());
        f.done();
        return profile;
    }

    private static Optional<Fields> required(Fields f, String field) {
        Optional<Fields> child = f.child(field);
        if (child.isEmpty()) {
            f.error(field, "is missing");
        }
        return child;
    }

    private Transport transport(Fields f, SiteId id) {
        if (!f.text("kind").orElse("ssh").equals("ssh")) {
            f.error("kind", "must be ssh");
        }
        own = f.text("sshConfig").filter(a -> !a.equals("false")).flatMap(a -> f.parsed("sshConfig",
                alias -> ssh.host(alias.equals("true") && id != null ? id.value() : alias)));
        List<Host> listed = f.children("hosts").stream().map(h -> {
            Host host = new Host(h.required("host"), h.number("port", 22, 1, 65535));
            h.done();
            return host;
        }).toList();
        List<Host> hosts = listed.isEmpty() ? own.map(o -> new Host(o.host(), o.port())).stream().toList() : listed;
        if (hosts.isEmpty()) {
            f.error("hosts", "needs at least one host, or sshConfig a Host of ~/.ssh/config");
        }
        List<String> keys = new ArrayList<>(f.texts("hostKeys"));
        for (int i = 0; i < keys.size(); i++) {
            if (!isPublicKey(keys.get(i))) {
                f.error("hostKeys/" + i, "must be a public key as in an OpenSSH .pub file");
            }
        }
        if (f.flag("knownHosts")) {
            keys.addAll(knownKeys(f, hosts));
        }
        Transport transport = new Transport(hosts, keys, jump(f),
                f.number("maxConnections", Transport.DEFAULT_CONNECTIONS, 1, 32),
                f.number("maxChannels", Transport.DEFAULT_CHANNELS, 1, 64));
        f.done();
        return transport;
    }

    private List<String> knownKeys(Fields f, List<Host> hosts) {
        try {
            return hosts.stream().flatMap(h -> ssh.keysOf(own.filter(o -> o.host().equals(h.host()))
                    .map(SshConfig.Known::knownAs).orElse(h.host()), h.port()).stream()).distinct().toList();
        } catch (IllegalArgumentException e) {
            f.error("knownHosts", e.getMessage());
            return List.of();
        }
    }

    /** A jump host is a site of its own, with its own keys and login. */
    private Optional<SiteId> jump(Fields f) {
        Optional<SiteId> named = f.parsed("jump", SiteId::new);
        Optional<String> proxy = own.flatMap(SshConfig.Known::jump).filter(p -> named.isEmpty());
        try {
            return named.or(() -> proxy.map(SiteId::new));
        } catch (IllegalArgumentException e) {
            f.error("sshConfig", "ProxyJump %s is no site's id: write a profile for the jump host and name it as jump"
                    .formatted(proxy.orElse("")));
            return Optional.empty();
        }
    }

    private static boolean isPublicKey(String line) {
        String[] parts = line.strip().split("\\s+");
        try {
            return parts.length >= 2 && Base64.getDecoder().decode(parts[1]).length > parts[0].length();
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private Scheduler scheduler(Fields f) {
        Scheduler scheduler = new Scheduler(f.required("family"), f.rest());
        if (!scheduler.family().isEmpty()) {
            check.problems(scheduler).forEach(f::error);
        }
        return scheduler;
    }

    private Storage storage(Fields f) {
        Storage storage = new Storage(sitePath(f, "root").orElse("$HOME/.diamond"), sitePath(f, "scratch"),
                f.text("quota"));
        f.done();
        return storage;
    }

    private static Optional<String> sitePath(Fields f, String field) {
        return f.parsed(field, path -> {
            if (!path.startsWith("/") && !path.equals("$HOME") && !path.startsWith("$HOME/")) {
                throw new IllegalArgumentException("must be absolute or begin with $HOME");
            }
            return path;
        });
    }

    private GlobusCollection collection(Fields f) {
        String id = f.required("id");
        if (!id.isEmpty() && !UUID.matcher(id).matches()) {
            f.error("id", "must be a collection's UUID");
        }
        String base = f.text("base").orElse("/");
        if (!base.startsWith("/")) {
            f.error("base", "must be absolute");
        }
        GlobusCollection collection = new GlobusCollection(id, sitePath(f, "root").orElse("/"), base, f.flag("mapped"),
                f.flag("highAssurance"));
        f.done();
        return collection;
    }

    private Optional<Reach> reach(Fields f) {
        Optional<SiteId> site = f.parsed("site", SiteId::new);
        if (site.isEmpty()) {
            f.error("site", "names the site that is reached");
        }
        String host = f.required("host");
        if (!host.isEmpty() && !LOGIN_HOST.matcher(host).matches()) {
            f.error("host", "must be a host's name or address, or user@host");
        }
        int port = f.number("port", 22, 1, 65535);
        f.done();
        return site.map(s -> new Reach(s, host, port));
    }

    private Software software(Fields f) {
        Software software = new Software(f.required("name"), f.text("version"));
        f.done();
        return software;
    }

    private Limits limits(Fields f) {
        Limits limits = new Limits(f.parsed("pollMin", ProfileReader::duration).orElse(Limits.DEFAULT.pollMin()),
                f.parsed("pollMax", ProfileReader::duration).orElse(Limits.DEFAULT.pollMax()));
        if (limits.pollMin().compareTo(limits.pollMax()) > 0) {
            f.error("pollMin", "must not be longer than pollMax");
        }
        f.done();
        return limits;
    }

    private List<Account> accounts(Fields f, SiteId site) {
        Map<String, Account> byTenant = new LinkedHashMap<>();
        for (Fields a : f.children("accounts")) {
            Account account = account(a, site);
            if (byTenant.putIfAbsent(account.tenant(), account) != null) {
                a.error("tenant", "has two accounts here");
            }
        }
        if (byTenant.isEmpty()) {
            own.ifPresentOrElse(o -> byTenant.put(Account.EVERYBODY, new Account(Account.EVERYBODY, o.user(), o.auth(),
                    Optional.empty(), Account.DEFAULT_CONNECT_TIMEOUT)),
                    () -> f.error("accounts", "needs at least one account"));
        }
        return new ArrayList<>(byTenant.values());
    }

    private Account account(Fields f, SiteId site) {
        String tenant = f.parsed("tenant", t -> t.equals(Account.EVERYBODY) ? t : new TenantId(t).value())
                .orElse(Account.EVERYBODY);
        String user = own.isPresent() ? f.text("user").orElse(own.get().user()) : f.required("user");
        if (site != null && !user.isEmpty()) {
            f.parsed("user", u -> new AccountId(site, u));
        }
        Auth auth = (own.isPresent() ? f.child("auth") : required(f, "auth")).flatMap(this::auth)
                .orElse(own.map(SshConfig.Known::auth).orElse(null));
        Optional<String> project = f.text("project");
        Duration timeout = f.child("sshOptions").map(o -> {
            Duration t = o.parsed("connectTimeout", ProfileReader::duration).orElse(Account.DEFAULT_CONNECT_TIMEOUT);
            o.done();
            return t;
        }).orElse(Account.DEFAULT_CONNECT_TIMEOUT);
        f.done();
        return new Account(tenant, user, auth, project, timeout);
    }

    private Optional<Auth> auth(Fields f) {
        Optional<String> passphrase = f.text("passphraseEnv");
        Optional<Auth> auth = switch (f.required("kind")) {
            case "key" -> requiredPath(f, "keyFile").map(k -> new Auth.Key(k, passphrase));
            case "certificate" -> requiredPath(f, "keyFile").flatMap(k -> requiredPath(f, "certificateFile")
                    .map(c -> new Auth.Certificate(k, c, passphrase)));
            case "agent" -> Optional.of(new Auth.Agent(path(f, "socket")));
            case "keyboard-interactive" -> Optional.of(new Auth.KeyboardInteractive(
                    path(f, "keyFile").map(k -> new Auth.Key(k, passphrase))));
            case "" -> Optional.empty();
            default -> {
                f.error("kind", "must be key, certificate, agent or keyboard-interactive");
                yield Optional.empty();
            }
        };
        f.done();
        return auth;
    }

    private Optional<Path> requiredPath(Fields f, String field) {
        Optional<Path> path = path(f, field);
        if (path.isEmpty()) {
            f.error(field, "is missing");
        }
        return path;
    }

    private Optional<Path> path(Fields f, String field) {
        return f.parsed(field, text -> {
            String expanded = text.equals("~") || text.startsWith("~/")
                    ? System.getProperty("user.home") + text.substring(1) : text;
            return file.toAbsolutePath().getParent().resolve(expanded).normalize();
        });
    }

    private static Duration duration(String text) {
        try {
            String number = text.replaceFirst("(ms|s|m|h)$", "");
            Duration duration = switch (text.substring(number.length())) {
                case "ms" -> Duration.ofMillis(Long.parseLong(number));
                case "s" -> Duration.ofSeconds(Long.parseLong(number));
                case "m" -> Duration.ofMinutes(Long.parseLong(number));
                case "h" -> Duration.ofHours(Long.parseLong(number));
                default -> Duration.parse(text);
            };
            if (duration.isNegative() || duration.isZero()) {
                throw new IllegalArgumentException("must be longer than nothing");
            }
            return duration;
        } catch (NumberFormatException | java.time.format.DateTimeParseException e) {
            throw new IllegalArgumentException("must be a duration such as 500ms, 10s, 5m, 1h", e);
        }
    }
}
