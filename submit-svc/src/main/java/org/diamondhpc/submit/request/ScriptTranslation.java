package org.diamondhpc.submit.request;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.request.ScriptNote;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.schemas.request.SiteRequest.TranslateScript;
import org.diamondhpc.site.profile.SiteProfile;
import org.diamondhpc.site.profile.SiteProfiles;
import org.diamondhpc.site.scheduler.Dialects;
import org.diamondhpc.site.scheduler.script.Imported;
import org.diamondhpc.site.scheduler.script.PlainScript;

/** Carries scripts from one scheduler to another; no site is asked. */
@ApplicationScoped
class ScriptTranslation {
    private final SiteProfiles profiles;
    private final Dialects dialects;

    ScriptTranslation(SiteProfiles profiles, Dialects dialects) {
        this.profiles = profiles;
        this.dialects = dialects;
    }

    SiteReply translate(TranslateScript request) {
        Imported imported = dialects.scripts().read(request.script(), request.command(), request.keep());
        if (request.site() == null) {
            return new SiteReply.Translated(imported.family(), imported.spec(), imported.notes(), null);
        }
        PlainScript script = script(imported, request);
        List<ScriptNote> notes = Stream.concat(imported.notes().stream(), script.notes().stream())
                .sorted(Comparator.comparing(ScriptNote::kind)).toList();
        return new SiteReply.Translated(imported.family(), imported.spec(), notes, script.text());
    }

    private PlainScript script(Imported imported, TranslateScript request) {
        SiteProfile profile = profiles.find(request.site()).filter(p -> p.accountFor(request.tenant()).isPresent()).orElseThrow(() ->
                DiamondException.of(Reason.SITE_UNKNOWN, "there is no site " + request.site()));
        return PlainScript.of(imported.spec(), dialects.of(profile.scheduler().family()), profile);
    }
}
