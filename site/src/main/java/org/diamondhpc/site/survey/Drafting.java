package org.diamondhpc.site.survey;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.site.NewSite;
import org.diamondhpc.schemas.site.NewSite.Access;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.profile.SiteProfiles;
import org.diamondhpc.site.scheduler.Dialects;
import org.diamondhpc.site.session.ShownKey;
import org.diamondhpc.site.session.SiteException;
import org.diamondhpc.site.session.SiteVisit;
import org.diamondhpc.site.session.Strangers;

/**
 * Gets to know a new site and drafts its profile. Nothing is written, here or at the site; no host key is accepted that
 * nobody said yes to.
 */
public final class Drafting {
    private static final String HOST = "[A-Za-z0-9]([A-Za-z0-9.-]{0,252}[A-Za-z0-9])?|[0-9a-fA-F:]{2,39}";

    private final Strangers strangers;
    private final SiteProfiles profiles;
    private final Dialects dialects;
    private final Supplier<String> marks;
    private final Keyring keyring;

    /** @param keyring what Diamond's own user can log in with */
    public Drafting(Strangers strangers, SiteProfiles profiles, Dialects dialects, Supplier<String> marks,
            Keyring keyring) {
        this.strangers = strangers;
        this.profiles = profiles;
        this.dialects = dialects;
        this.marks = marks;
        this.keyring = keyring;
    }

    /**
     * @return {@link SiteReply.HostKey} as long as no key was accepted, then {@link SiteReply.Draft}
     * @throws DiamondException INVALID_REQUEST, INVALID_STATE where the name is taken, SITE_UNREACHABLE,
     *     SITE_HOST_KEY_CHANGED where the host shows another key than the accepted one, SITE_AUTH_REFUSED with the ways
     *     the host offers, SITE_NEEDS_LOGIN where a person must log in and no family was named
     */
    public SiteReply draft(NewSite wanted, Instant now) {
        SiteId id = name(wanted);
        List<Access> ways = wanted.access() == null ? keyring.ways() : List.of(wanted.access());
        SiteProfile stranger = profiles.read(ProfileText.of(wanted, id, null, ways.getFirst()).yaml());
        ShownKey shown = strangers.shownKey(stranger);
        if (wanted.hostKey() == null) {
            return new SiteReply.HostKey(wanted.host(), wanted.port(), shown.type(), shown.fingerprint(), shown.line(),
                    profiles.knownKeys(wanted.host(), wanted.port()).contains(shown.line()));
        }
        if (!shown.is(wanted.hostKey())) {
            throw SiteException.of(Reason.SITE_HOST_KEY_CHANGED, "%s:%d shows the %s host key %s, not the accepted one"
                    .formatted(wanted.host(), wanted.port(), shown.type(), shown.fingerprint()));
        }
        return admitted(wanted, id, shown.line(), ways, now);
    }

    private SiteReply admitted(NewSite wanted, SiteId id, String hostKey, List<Access> ways, Instant now) {
        List<SiteException> refused = new ArrayList<>();
        for (Access way : ways) {
            ProfileText text = ProfileText.of(wanted, id, hostKey, way);
            if (way.kind() == Access.Kind.KEYBOARD_INTERACTIVE) {
                return unseen(wanted, text);
            }
            try (SiteVisit visit = strangers.visit(profiles.read(text.yaml()))) {
                visit.session().home();
                return new FirstLook(wanted, text, visit.session(), strangers, profiles, dialects, marks).draft(now);
            } catch (SiteException e) {
                if (e.reason() != Reason.SITE_AUTH_REFUSED) {
                    throw e;
                }
                refused.add(e);
            }
        }
        throw refused.size() == 1 ? refused.getFirst() : SiteException.of(Reason.SITE_AUTH_REFUSED, refused.stream()
                .map(e -> e.problem().detail()).distinct().collect(Collectors.joining("; ")),
                refused.getLast().problem().whatToDo());
    }

    /** A site that only lets people in is looked at after the first login. */
    private SiteReply unseen(NewSite wanted, ProfileText text) {
        if (wanted.family() == null) {
            throw SiteException.of(Reason.SITE_NEEDS_LOGIN, "a person must log in before the scheduler can be found out",
                    "Name the scheduler with --family (%s), add the site, then run `diamond login %s`.".formatted(
                            families(), text.id()));
        }
        dialects.of(wanted.family());
        return new SiteReply.Draft(text.id(), text.yaml(), wanted.family(), null, null, List.of(
                "Nothing of this was seen at the site: after `diamond login %s` Diamond looks at it.".formatted(
                        text.id())));
    }

    private String families() {
        return dialects.all().stream().map(d -> d.family()).collect(Collectors.joining(", "));
    }

    private SiteId name(NewSite wanted) {
        if (wanted.host() == null || !wanted.host().matches(HOST) || wanted.user() == null || wanted.user().isBlank()) {
            throw DiamondException.of(Reason.INVALID_REQUEST, "a new site is named as user@host");
        }
        SiteId id = wanted.id() != null ? wanted.id() : derived(wanted.host());
        if (profiles.find(id).isPresent()) {
            throw new DiamondException(new Problem(Reason.INVALID_STATE, "there is a site %s already".formatted(id),
                    "Choose another name with --name, or remove the old profile first.", null));
        }
        return id;
    }

    /** The first part of the host's name that is no common word for a login node. */
    private static SiteId derived(String host) {
        String[] labels = host.toLowerCase(Locale.ROOT).split("\\.");
        String label = labels.length > 2 && labels[0].matches("(login|ssh|gateway|submit|head|hpc)[-0-9]*") ? labels[1]
                : labels[0];
        String plain = label.replaceAll("[^a-z0-9-]", "-").replaceAll("^-+|-+$", "");
        if (plain.isEmpty() || plain.length() > 40 || host.matches("[0-9.:]+")) {
            throw DiamondException.of(Reason.INVALID_REQUEST, "%s gives no name for the site; name it".formatted(host));
        }
        return new SiteId(plain);
    }
}
