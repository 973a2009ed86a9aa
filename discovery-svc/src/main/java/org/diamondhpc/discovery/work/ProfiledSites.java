package org.diamondhpc.discovery.work;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.diamondhpc.discovery.board.KnownSite;
import org.diamondhpc.discovery.board.SiteDirectory;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.diamondhpc.schemas.site.AccountLimits;
import org.diamondhpc.site.profile.Account;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.profile.SiteProfile.GlobusCollection;
import org.diamondhpc.site.profile.SiteProfile.Reach;
import org.diamondhpc.site.profile.SiteProfiles;

/** The sites of the folder of profiles. */
@ApplicationScoped
class ProfiledSites implements SiteDirectory {
    private static final String CONTAINER = "container";

    private final SiteProfiles profiles;

    ProfiledSites(SiteProfiles profiles) {
        this.profiles = profiles;
    }

    @Override
    public List<KnownSite> all() {
        return profiles.all().stream().map(ProfiledSites::known).toList();
    }

    @Override
    public Optional<KnownSite> find(SiteId site) {
        return profiles.find(site).map(ProfiledSites::known);
    }

    @Override
    public List<Violation> errors() {
        return profiles.errors();
    }

    static KnownSite known(SiteProfile profile) {
        Map<String, String> projects = new LinkedHashMap<>();
        profile.accounts().forEach(a -> a.project().ifPresent(p -> projects.putIfAbsent(a.user(), p)));
        Map<String, String> software = new LinkedHashMap<>();
        // the runtime that the dialect would take is something the site has
        Optional.ofNullable(profile.scheduler().options().get(CONTAINER)).ifPresent(c -> software.put(c, ""));
        profile.software().forEach(s -> software.put(s.name(), s.version().orElse("")));
        return new KnownSite(profile.id(), profile.description(), profile.scheduler().family(), logins(profile), projects,
                software, profile.labels(), profile.collections().stream().map(GlobusCollection::id).toList(),
                profile.reaches().stream().map(Reach::site).collect(Collectors.toSet()), profile.limits().pollMin(),
                profile.limits().pollMax());
    }

    private static List<AccountLimits> logins(SiteProfile profile) {
        return profile.accounts().stream().map(Account::user).distinct().map(user -> new AccountLimits(
                profile.accounts().stream().filter(a -> a.user().equals(user)).map(Account::tenant).toList(), user,
                List.of(), 0, 0)).toList();
    }
}
