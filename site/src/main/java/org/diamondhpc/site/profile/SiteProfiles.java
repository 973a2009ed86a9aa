package org.diamondhpc.site.profile;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.session.SiteException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The profiles of a folder, kept fresh: a look at it is never older than the poll interval. A change with errors is
 * logged once and the last good state stays in force.
 */
public final class SiteProfiles {
    private static final Logger LOG = LoggerFactory.getLogger(SiteProfiles.class);
    private static final Duration POLL = Duration.ofSeconds(2);
    /** Stands for the file of a profile that has none yet. */
    private static final String UNWRITTEN = "new.yaml";

    private final Path folder;
    private final Duration poll;
    private final boolean lenient;
    private final SshConfig ssh;
    private final SchedulerCheck check;
    private final Map<Path, SiteProfile> lastGood = new HashMap<>();
    private Map<Path, Stamp> stamps;
    private Map<Path, Stamp> sshStamps;
    private Map<SiteId, SiteProfile> profiles;
    private List<Violation> errors = List.of();
    private long looked;

    private SiteProfiles(Path folder, Duration poll, boolean lenient, SshConfig ssh, SchedulerCheck check) {
        this.ssh = ssh;
        this.check = check;
        this.folder = folder;
        this.poll = poll;
        this.lenient = lenient;
        this.stamps = stamps();
        this.sshStamps = stamps(ssh.files());
        this.profiles = lenient ? readGood() : read(stamps.keySet());
        this.looked = System.nanoTime();
    }

    /**
     * Reads every {@code *.yaml} of a folder; a folder that is not there is one without sites.
     *
     * @throws DiamondException SITE_MISCONFIGURED with all errors of all files, each with its file and field
     */
    public static SiteProfiles load(Path folder) {
        return load(folder, POLL);
    }

    /** @param poll how old a look may get before the folder is looked at again */
    public static SiteProfiles load(Path folder, Duration poll) {
        return new SiteProfiles(folder, poll, false, SshConfig.ofUser(), SchedulerCheck.NONE);
    }

    /**
     * The same for a service that must go on with the other sites: a file with errors is left out, or stays as it last
     * was good, and {@link #errors()} names it.
     */
    public static SiteProfiles lenient(Path folder, SchedulerCheck check) {
        return lenient(folder, POLL, check);
    }

    /** @param poll how old a look may get before the folder is looked at again */
    public static SiteProfiles lenient(Path folder, Duration poll, SchedulerCheck check) {
        return new SiteProfiles(folder, poll, true, SshConfig.ofUser(), check);
    }

    /** @param ssh instead of the user's own configuration */
    static SiteProfiles load(Path folder, Duration poll, SshConfig ssh) {
        return new SiteProfiles(folder, poll, false, ssh, SchedulerCheck.NONE);
    }

    /** Ordered by file name. */
    public synchronized List<SiteProfile> all() {
        refresh();
        return List.copyOf(profiles.values());
    }

    public synchronized Optional<SiteProfile> find(SiteId site) {
        refresh();
        return Optional.ofNullable(profiles.get(site));
    }

    /** @throws SiteException SITE_UNKNOWN */
    public SiteProfile get(SiteId site) {
        return find(site).orElseThrow(() -> SiteException.of(Reason.SITE_UNKNOWN, "there is no site " + site));
    }

    /** What is wrong with the folder now; empty where the profiles in force are what it holds. */
    public synchronized List<Violation> errors() {
        refresh();
        return errors;
    }

    /**
     * A profile as it would be read, without its being written down.
     *
     * @throws DiamondException SITE_MISCONFIGURED with all its errors
     */
    public SiteProfile read(String yaml) {
        List<Violation> found = new ArrayList<>();
        Optional<SiteProfile> profile = new ProfileReader(folder.resolve(UNWRITTEN), ssh, check, found).read(yaml);
        profile.flatMap(p -> p.transport().jump()).filter(jump -> find(jump).isEmpty()).ifPresent(jump ->
                found.add(new Violation(UNWRITTEN + "#/transport/jump", "names no site: " + jump)));
        return profile.filter(p -> found.isEmpty()).orElseThrow(() -> new DiamondException(new Problem(
                Reason.SITE_MISCONFIGURED, found.size() + " errors in the profile: " + found,
                "Correct the named fields.", found)));
    }

    /**
     * Writes a new site down; what is there already stays as it is.
     *
     * @throws DiamondException SITE_MISCONFIGURED where it has errors or the folder takes no files, INVALID_STATE where
     *     its name is taken
     */
    public synchronized SiteProfile add(String yaml) {
        SiteProfile profile = read(yaml);
        Path file = folder.resolve(profile.id() + ".yaml");
        try {
            if (Files.exists(file) && Files.readString(file).equals(yaml)) {
                return profile; // the same request once more
            }
            if (find(profile.id()).isPresent() || Files.exists(file)) {
                throw new DiamondException(taken(profile.id()));
            }
            Files.createDirectories(folder);
            Path fresh = Files.writeString(Files.createTempFile(folder, ".new-", ".yaml"), yaml);
            try {
                // unlike a move, a link never replaces what somebody else wrote meanwhile
                Files.createLink(file, fresh);
            } finally {
                Files.delete(fresh);
            }
        } catch (FileAlreadyExistsException e) {
            throw new DiamondException(taken(profile.id()), e);
        } catch (IOException | UnsupportedOperationException e) {
            throw new DiamondException(new Problem(Reason.SITE_MISCONFIGURED, "the folder of site profiles takes no files: "
                    + e, "Put the profile there by hand, or let Diamond's user write to the folder.", null), e);
        }
        return profile;
    }

    /** The keys that the user Diamond runs as trusts for a host. */
    public List<String> knownKeys(String host, int port) {
        try {
            return ssh.keysOf(host, port);
        } catch (IllegalArgumentException e) {
            LOG.warn("known_hosts is passed over, cause={}", e.getMessage());
            return List.of();
        }
    }

    private static Problem taken(SiteId id) {
        return new Problem(Reason.INVALID_STATE, "there is a site %s already".formatted(id),
                "Choose another name with --name, or remove the old profile first.", null);
    }

    private void refresh() {
        if (System.nanoTime() - looked < poll.toNanos()) {
            return;
        }
        looked = System.nanoTime();
        Map<Path, Stamp> now = stamps();
        Map<Path, Stamp> sshNow = stamps(ssh.files());
        if (now.equals(stamps) && sshNow.equals(sshStamps)) {
            return;
        }
        stamps = now;
        sshStamps = sshNow;
        if (lenient) {
            profiles = readGood();
            return;
        }
        try {
            profiles = read(now.keySet());
            errors = List.of();
            LOG.info("Site profiles read anew, sites={}", profiles.keySet());
        } catch (DiamondException e) {
            errors = e.problem().violations();
            LOG.error("Site profiles changed but have errors; the last good ones stay in force, errors={}", errors);
        }
    }

    private Map<SiteId, SiteProfile> readGood() {
        List<Violation> found = new ArrayList<>();
        lastGood.keySet().retainAll(stamps.keySet());
        Map<SiteId, SiteProfile> good = new LinkedHashMap<>();
        for (Path file : stamps.keySet()) {
            new ProfileReader(file, ssh, check, found).read().ifPresent(profile -> lastGood.put(file, profile));
            SiteProfile profile = lastGood.get(file);
            if (profile != null && good.putIfAbsent(profile.id(), profile) != null) {
                found.add(new Violation(file.getFileName() + "#/id", "is another file's id as well"));
            }
        }
        good.values().forEach(profile -> checkJump(profile, good, found));
        errors = List.copyOf(found);
        LOG.info("Site profiles read, sites={} errors={}", good.keySet(), errors);
        return good;
    }

    private Map<SiteId, SiteProfile> read(Iterable<Path> files) {
        List<Violation> errors = new ArrayList<>();
        Map<SiteId, SiteProfile> profiles = new LinkedHashMap<>();
        for (Path file : files) {
            new ProfileReader(file, ssh, check, errors).read().ifPresent(profile -> {
                if (profiles.putIfAbsent(profile.id(), profile) != null) {
                    errors.add(new Violation(file.getFileName() + "#/id", "is another file's id as well"));
                }
            });
        }
        for (SiteProfile profile : profiles.values()) {
            checkJump(profile, profiles, errors);
        }
        if (!errors.isEmpty()) {
            throw new DiamondException(new Problem(Reason.SITE_MISCONFIGURED,
                    errors.size() + " errors in site profiles: " + errors,
                    "Correct the named fields of the named files.", errors));
        }
        return profiles;
    }

    private static void checkJump(SiteProfile profile, Map<SiteId, SiteProfile> all, List<Violation> errors) {
        SiteProfile at = profile;
        for (int hops = 0; at.transport().jump().isPresent(); hops++) {
            SiteId next = at.transport().jump().get();
            at = all.get(next);
            if (at == null || hops > all.size()) {
                errors.add(new Violation(profile.id() + "#/transport/jump",
                        at == null ? "names no site: " + next : "leads round in a circle"));
                return;
            }
        }
    }

    private Map<Path, Stamp> stamps() {
        if (!Files.isDirectory(folder)) {
            return Map.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return stamps(files.filter(f -> f.getFileName().toString().matches("[^.].*\\.ya?ml")).toList());
        } catch (IOException e) {
            throw DiamondException.of(Reason.SITE_MISCONFIGURED, "the folder of site profiles cannot be read: " + e);
        }
    }

    private static Map<Path, Stamp> stamps(List<Path> files) {
        Map<Path, Stamp> found = new TreeMap<>(Comparator.comparing(Path::toString));
        for (Path file : files) {
            try {
                if (Files.exists(file)) {
                    found.put(file, new Stamp(Files.getLastModifiedTime(file), Files.size(file)));
                }
            } catch (IOException gone) {
                found.remove(file); // between two of these calls
            }
        }
        return found;
    }

    private record Stamp(FileTime modified, long size) { }
}
