package org.diamondhpc.site.survey;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.site.AccountLimits;
import org.diamondhpc.schemas.site.NewSite;
import org.diamondhpc.schemas.site.NodeGroup;
import org.diamondhpc.schemas.site.PartitionState;
import org.diamondhpc.schemas.site.SiteFacts;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.profile.SiteProfiles;
import org.diamondhpc.site.scheduler.Dialects;
import org.diamondhpc.site.session.SiteSession;
import org.diamondhpc.site.session.SiteVisit;
import org.diamondhpc.site.session.Strangers;

/** What a new site that lets Diamond in turns out to be. */
final class FirstLook {
    private static final long LITTLE = 1L << 30;

    private final NewSite wanted;
    private final ProfileText known;
    private final SiteSession session;
    private final Strangers strangers;
    private final SiteProfiles profiles;
    private final Dialects dialects;
    private final Supplier<String> marks;
    private final List<String> notes = new ArrayList<>();

    FirstLook(NewSite wanted, ProfileText known, SiteSession session, Strangers strangers, SiteProfiles profiles,
            Dialects dialects, Supplier<String> marks) {
        this.wanted = wanted;
        this.known = known;
        this.session = session;
        this.strangers = strangers;
        this.profiles = profiles;
        this.dialects = dialects;
        this.marks = marks;
    }

    SiteReply.Draft draft(Instant now) {
        SurveyAnswer survey = new Survey(marks).answer(session, profiles.read(known.yaml()), Survey.Depth.NEW);
        SiteFacts facts = survey.facts(wanted.user(), null, now);
        Families families = Families.ask(session, dialects.all(), survey.loginPath(), marks.get());
        String family = wanted.family() != null ? wanted.family() : families.family().orElse(Dialects.workstation());
        dialects.of(family);
        tell(family, families, facts);
        String prologue = wanted.prologue() != null ? wanted.prologue()
                : families.family().isPresent() ? families.prologue() : "";
        Integer slots = family.equals(Dialects.workstation()) ? Integer.valueOf(processors(survey)) : null;
        ProfileText text = new ProfileText(wanted, known.id(), known.hostKey(), known.access(), family, prologue,
                "%s@%s".formatted(wanted.user(), wanted.host()), survey.scratch().orElse(null), slots,
                facts.containers(), null, List.of());
        SiteSnapshot seen = look(profiles.read(text.yaml()), now);
        return finished(text, family, families.version(), seen, facts, now);
    }

    private SiteReply.Draft finished(ProfileText text, String family, String version, SiteSnapshot seen,
            SiteFacts facts, Instant now) {
        List<String> remarks = new ArrayList<>(List.of("Drafted by Diamond on %s from what %s@%s showed: %s.".formatted(
                now.truncatedTo(ChronoUnit.SECONDS), wanted.user(), wanted.host(), Stream.of(
                        version.isEmpty() ? family : version, facts.system(), facts.libc()).filter(w -> w != null
                                && !w.isBlank()).collect(Collectors.joining(", ")))));
        String architecture = facts.architecture();
        if (seen != null) {
            remarks.add("Partitions: " + words(seen.partitions().stream().map(PartitionState::name)));
            remarks.add("Accounts to charge: " + words(seen.accounts().stream().flatMap(a -> a.associations().stream())
                    .map(AccountLimits.Association::account)));
            List<String> kinds = seen.nodes().stream().map(NodeGroup::architecture).filter(a -> a != null
                    && !a.isBlank()).distinct().toList();
            // what nodes say themselves counts for each of them
            architecture = kinds.isEmpty() ? architecture : kinds.size() == 1 ? kinds.getFirst() : null;
        }
        notes.forEach(remarks::add);
        ProfileText last = new ProfileText(text.wanted(), text.id(), text.hostKey(), text.access(), family,
                text.prologue(), text.description(), text.scratch(), text.slots(), text.software(), architecture, remarks);
        profiles.read(last.yaml());
        return new SiteReply.Draft(last.id(), last.yaml(), family, seen, facts, notes);
    }

    private static String words(Stream<String> all) {
        String said = all.distinct().limit(20).collect(Collectors.joining(", "));
        return said.isEmpty() ? "none seen" : said;
    }

    private void tell(String family, Families families, SiteFacts facts) {
        if (wanted.family() != null && families.family().isPresent() && !families.family().get().equals(family)) {
            notes.add("The site looks like %s, but %s was asked for.".formatted(families.family().get(), family));
        }
        if (wanted.family() == null && families.family().isEmpty()) {
            notes.add(("No scheduler that Diamond knows was found (%s): drafted as a workstation, whose own cores run the "
                    + "work (family %s). Do not add a cluster's login node like this; name its scheduler with --family "
                    + "and what makes its commands found with --prologue.").formatted(dialects.all().stream()
                            .map(d -> d.family()).filter(f -> !f.equals(Dialects.workstation()))
                            .collect(Collectors.joining(", ")), Dialects.workstation()));
        }
        facts.storage().stream().filter(s -> s.freeBytes() != null && s.freeBytes() < LITTLE).forEach(s ->
                notes.add("Only %d MiB can be written at %s (%s).".formatted(s.freeBytes() >> 20, s.path(), s.use())));
        if (!facts.containers().isEmpty()) {
            notes.add("Container runtimes were seen on the login node; check that compute nodes have them: "
                    + String.join(", ", facts.containers().keySet()) + ".");
        }
    }

    /** With the profile as it would be, so that what is shown is what will be seen. */
    private SiteSnapshot look(SiteProfile profile, Instant now) {
        try (SiteVisit visit = strangers.visit(profile)) {
            SiteSnapshot seen = dialects.of(profile.scheduler().family()).look(visit.session(), profile, null, now);
            if (seen.health().problem() != null) {
                notes.add("The first look had trouble: " + seen.health().problem().detail());
            }
            return seen.seenAt() == null ? null : seen;
        } catch (DiamondException e) {
            notes.add("The first look failed: " + e.problem().reason() + ": " + e.problem().detail());
            return null;
        }
    }

    private static int processors(SurveyAnswer survey) {
        String n = survey.host(3);
        return n.matches("[1-9]\\d{0,4}") ? Integer.parseInt(n) : 1;
    }
}
