package org.diamondhpc.site.profile;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.diamondhpc.schemas.Absent;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TenantId;

/**
 * One site as its operator wrote it down.
 *
 * @param prologue trusted sh lines run before each command
 * @param launcher how parallel programs start there, e.g. {@code srun}; empty where the scheduler's own is used
 * @param labels descriptive metadata, e.g. architecture, interconnect
 * @param reaches sites that this one can push files to by itself, with rsync over its own SSH
 */
public record SiteProfile(SiteId id, String description, Transport transport, String prologue, Scheduler scheduler,
        Storage storage, List<GlobusCollection> collections, List<Account> accounts, List<Software> software,
        Optional<String> launcher, Map<String, String> labels, Limits limits, List<Reach> reaches) {
    public SiteProfile {
        collections = Absent.list(collections);
        accounts = Absent.list(accounts);
        software = Absent.list(software);
        labels = Absent.map(labels);
        reaches = Absent.list(reaches);
    }

    /** The account a tenant uses: its own entry, else the one for {@code "*"}. */
    public Optional<Account> accountFor(TenantId tenant) {
        return accountFor(tenant.value()).or(() -> accountFor(Account.EVERYBODY));
    }

    /** The account of a login. Where several entries share a login, the first one's way to log in counts. */
    public Optional<Account> account(AccountId account) {
        return id.equals(account.site())
                ? accounts.stream().filter(a -> a.user().equals(account.user())).findFirst() : Optional.empty();
    }

    public AccountId accountId(Account account) {
        return new AccountId(id, account.user());
    }

    private Optional<Account> accountFor(String tenant) {
        return accounts.stream().filter(a -> a.tenant().equals(tenant)).findFirst();
    }

    /**
     * How to get there.
     *
     * @param hosts login nodes, tried in turn
     * @param hostKeys pinned keys in OpenSSH's form, any of which a host may show; empty refuses every host
     * @param jump another site whose connection carries this one's
     * @param maxConnections kept connections of an account
     * @param maxChannels channels on each; OpenSSH's MaxSessions is 10 by default
     */
    public record Transport(List<Host> hosts, List<String> hostKeys, Optional<SiteId> jump, int maxConnections,
            int maxChannels) {
        public static final int DEFAULT_CONNECTIONS = 2;
        public static final int DEFAULT_CHANNELS = 5;

        public Transport {
            hosts = Absent.list(hosts);
            hostKeys = Absent.list(hostKeys);
        }
    }

    public record Host(String host, int port) {
        @Override
        public String toString() {
            return host + ":" + port;
        }
    }

    /** @param options the family's own, e.g. {@code cluster} for slurm and {@code slots} for fork */
    public record Scheduler(String family, Map<String, String> options) {
        public Scheduler {
            options = Absent.map(options);
        }
    }

    /**
     * Paths at the site; only a leading {@code $HOME} stands for something.
     *
     * @param root where Diamond keeps attempts and staged files
     * @param quota trusted sh lines that print a line {@code PATH USED LIMIT} in KiB for each limit of the login, for
     *     sites whose quota no common command tells
     */
    public record Storage(String root, Optional<String> scratch, Optional<String> quota) {
        public Storage(String root, Optional<String> scratch) {
            this(root, scratch, Optional.empty());
        }
    }

    /**
     * A Globus collection that shows the site's files: what lies below {@code root} is found below {@code base} there.
     *
     * @param id the collection's UUID
     * @param root a path of the site's file system
     * @param base the path in the collection that shows {@code root}, most often {@code /}
     * @param mapped whether Globus uses the caller's own login there; a guest collection uses its owner's
     * @param highAssurance whether it wants encryption and fresh sign-ons
     */
    public record GlobusCollection(String id, String root, String base, boolean mapped, boolean highAssurance) { }

    /**
     * A site that this one reaches without Diamond between them.
     *
     * @param host how the other site's login node is called from here, with {@code user@} where the logins differ
     */
    public record Reach(SiteId site, String host, int port) { }

    public record Software(String name, Optional<String> version) { }

    /** Bounds of the interval between two looks at the site. */
    public record Limits(Duration pollMin, Duration pollMax) {
        public static final Limits DEFAULT = new Limits(Duration.ofSeconds(1), Duration.ofSeconds(30));
    }
}
