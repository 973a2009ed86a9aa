package org.diamondhpc.schemas.site;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.diamondhpc.schemas.Absent;

/**
 * What changes rarely at a site and is asked rarely, each part with the time it was asked.
 *
 * @param inventoryAt when machine, libraries, containers and modules were asked for; absent: never
 * @param storageAt when storage was asked for; absent: never
 * @param architecture of the login node, as {@code uname -m} says it
 * @param system the operating system in words
 * @param libc the C library with its version, for example {@code glibc 2.36}
 * @param containers container runtimes on the login node, with their versions
 * @param moduleSystem {@code lmod}, {@code environment-modules} or {@code none}; absent: not known
 * @param modules what {@code module load} knows; empty where {@code moduleSystem} is not known
 * @param modulesTruncated whether there are more than these
 */
public record SiteFacts(Instant inventoryAt, Instant storageAt, String architecture, String system, String libc,
        Map<String, String> containers, String moduleSystem, List<Module> modules, boolean modulesTruncated,
        List<Storage> storage) {
    /** There is no module system: whoever wants a module finds none. */
    public static final String NO_MODULES = "none";

    public SiteFacts {
        containers = Absent.map(containers);
        modules = Absent.list(modules);
        storage = Absent.list(storage);
    }

    public static SiteFacts unknown() {
        return new SiteFacts(null, null, null, null, null, null, null, null, false, null);
    }

    /** Whether all modules are known. */
    public boolean modulesKnown() {
        return moduleSystem != null && !modulesTruncated;
    }

    /** @param versions the newest last, as far as the module system sorts them; empty: it has none */
    public record Module(String name, List<String> versions) {
        public Module {
            versions = Absent.list(versions);
        }
    }

    /**
     * One file system as one login sees it; what is absent is not known or not limited.
     *
     * @param use {@code root} (Diamond's own), {@code home} or {@code scratch}
     * @param freeBytes what can still be written: the file system's free space or the quota's, whichever is less
     * @param quotaBytes the login's limit
     * @param usedBytes of that limit used
     * @param filesFree how many more files can be made
     */
    public record Storage(String user, String use, String path, Long totalBytes, Long freeBytes, Long quotaBytes,
            Long usedBytes, Long filesFree) {
    }

    public SiteFacts withStorage(List<Storage> now, Instant at) {
        return new SiteFacts(inventoryAt, at, architecture, system, libc, containers, moduleSystem, modules,
                modulesTruncated, now);
    }

    /** As somebody sees it who may know only these logins. */
    public SiteFacts seenBy(List<String> logins) {
        return withStorage(storage.stream().filter(s -> logins.contains(s.user())).toList(), storageAt);
    }

    /** Without the list of modules, which is long. */
    public SiteFacts brief() {
        return new SiteFacts(inventoryAt, storageAt, architecture, system, libc, containers, moduleSystem, null,
                modulesTruncated, storage);
    }
}
