package org.diamondhpc.transfer.work;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.diamondhpc.messaging.ClaimRef;
import org.diamondhpc.messaging.ClaimStore;
import org.diamondhpc.schemas.id.AccountId;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.session.LoginPrompts;
import org.diamondhpc.site.session.SiteException;
import org.diamondhpc.site.session.SiteHealth;
import org.diamondhpc.site.session.SiteSession;
import org.diamondhpc.site.session.SiteSessions;
import org.diamondhpc.transfer.domain.Haul;
import org.diamondhpc.transfer.domain.Wish;
import org.diamondhpc.transfer.globus.domain.Owner;

/** Sites, store and catalogue of one test, and the machinery on top of them. */
final class TestingWorld {
    static final TenantId ALICE = new TenantId("alice");

    final Map<SiteId, SiteSession> sites = new LinkedHashMap<>();
    final TestingStore store = new TestingStore();
    final TestingCopies copies = new TestingCopies();
    final StoreMover storeMover = new StoreMover(store);
    final Places places;
    final Carrier carrier;

    TestingWorld() {
        this("$HOME/diamond");
    }

    TestingWorld(String storage) {
        places = new Places(new Sessions(), site -> storage);
        carrier = new Carrier(places, copies, List.of(new SftpMover(), new ClaimMover(store, Clock.systemUTC()),
                storeMover, new LocalCopy()));
    }

    TestingShellSite add(String name, Path folder) throws IOException {
        Path home = Files.createDirectories(folder.resolve(name)).toRealPath();
        TestingShellSite site = new TestingShellSite(name, home);
        sites.put(new SiteId(name), site);
        return site;
    }

    Place at(String site) {
        return places.of(new SiteId(site), ALICE);
    }

    HaulEnd stage(String site, boolean again, List<Wish> wishes) {
        return carry(new Errand(owner("t-12345678.1"), ALICE, at(site), attempt(site), again, numbered(wishes)));
    }

    HaulEnd carry(Errand errand) {
        return carrier.carry(errand, Haul.begin().startedAt(Clock.systemUTC().instant()), new Log());
    }

    HaulEnd transfer(String site, List<Wish> wishes) {
        return carry(new Errand(owner("x-12345678"), ALICE, site == null ? null : at(site), null, false,
                numbered(wishes)));
    }

    static Owner owner(String token) {
        return new Owner("test", token, token);
    }

    /** The machinery with one mover more. */
    Carrier carrierWith(Mover mover) {
        return new Carrier(places, copies, List.of(mover, new SftpMover(), new ClaimMover(store, Clock.systemUTC()),
                storeMover, new LocalCopy()));
    }

    String attempt(String site) {
        return at(site).storage() + "/attempts/alice/t-12345678.1";
    }

    static Map<Integer, Wish> numbered(List<Wish> wishes) {
        Map<Integer, Wish> numbered = new TreeMap<>();
        wishes.forEach(w -> numbered.put(numbered.size(), w));
        return numbered;
    }

    /** Saves facts at once. */
    final class Log implements HaulLog {
        @Override
        public void save(Haul haul, List<ReplicaFact> facts) {
            copies.record(facts);
        }

        @Override
        public void bytes(long more) {
            // not told
        }

        @Override
        public void checkStopped() {
            // nobody stops it
        }
    }

    static final class TestingCopies implements Copies {
        final Map<String, ReplicaFact> facts = new TreeMap<>();

        @Override
        public void record(List<ReplicaFact> more) {
            more.forEach(f -> facts.put(f.account() + ":" + f.path(), f));
        }

        @Override
        public List<String> copies(AccountId account, String sha256) {
            return facts.values().stream().filter(f -> f.account().equals(account) && sha256.equals(f.sha256()))
                    .map(ReplicaFact::path).toList();
        }

        @Override
        public Optional<String> content(AccountId account, String path, long size, long modified) {
            return Optional.ofNullable(facts.get(account + ":" + path))
                    .filter(f -> f.size() == size && f.modified() == modified).map(ReplicaFact::sha256);
        }

        @Override
        public void forget(AccountId account, String folder) {
            facts.keySet().removeIf(key -> key.startsWith(account + ":" + folder + "/"));
        }

        @Override
        public Map<String, String> below(AccountId account, String folder) {
            Map<String, String> below = new HashMap<>();
            facts.values().stream().filter(f -> f.account().equals(account) && f.path().startsWith(folder + "/"))
                    .forEach(f -> below.put(f.path().substring(folder.length() + 1), f.sha256()));
            return below;
        }
    }

    static final class TestingStore implements ClaimStore {
        final Map<String, byte[]> claims = new HashMap<>();

        @Override
        public ClaimRef put(InputStream content) throws IOException {
            try (content) {
                byte[] bytes = content.readAllBytes();
                claims.put(Sha256.of(bytes), bytes);
                return new ClaimRef(Sha256.of(bytes), bytes.length);
            }
        }

        @Override
        public InputStream open(ClaimRef ref) {
            if (!exists(ref)) {
                throw DiamondException.of(Reason.INVALID_NOT_FOUND, ref.sha256());
            }
            return new ByteArrayInputStream(claims.get(ref.sha256()));
        }

        @Override
        public boolean exists(ClaimRef ref) {
            return claims.containsKey(ref.sha256());
        }

        @Override
        public boolean delete(ClaimRef ref) {
            return claims.remove(ref.sha256()) != null;
        }
    }

    private final class Sessions implements SiteSessions {
        @Override
        public SiteSession of(SiteId site, TenantId tenant) {
            SiteSession session = sites.get(site);
            if (session == null) {
                throw SiteException.of(Reason.SITE_UNKNOWN, "there is no site " + site);
            }
            return session;
        }

        @Override
        public SiteSession of(AccountId account) {
            return of(account.site(), ALICE);
        }

        @Override
        public List<SiteHealth> health() {
            return new ArrayList<>(sites.values()).stream().map(SiteSession::health).toList();
        }

        @Override
        public void login(AccountId account, LoginPrompts prompts) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void logout(AccountId account) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {
            // nothing is open
        }
    }
}
