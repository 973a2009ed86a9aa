package org.diamondhpc.site.scheduler.family;

import java.util.Optional;
import java.util.regex.Pattern;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.diamondhpc.site.scheduler.Options;
import org.diamondhpc.site.scheduler.job.Asked;
import org.diamondhpc.site.scheduler.script.ScriptReader;
import org.diamondhpc.site.scheduler.text.Sections.Section;

/**
 * One family's own words. Beside the implementing class lie four sh texts: {@code prelude.sh} defines
 * {@code own_queue}, {@code accounting}, {@code history} and {@code act}; {@code look.sh} prints what a snapshot is made
 * of; {@code ask.sh} defines {@code d_ask} and {@code LANES}; {@code preamble.sh} tells the wrapper which job it is.
 */
public interface Family {
    /** The profile's {@code scheduler.family}. */
    String name();

    /** How a new site is asked whether the family is at home, see {@link org.diamondhpc.site.scheduler.Dialect#presence}. */
    default String presence() {
        return "";
    }

    /** What may stand in the profile's {@code scheduler} mapping. */
    Options options();

    /** What an id of this family looks like, arrays' elements not included. */
    Pattern jobId();

    /** A snapshot of what {@code look.sh} printed. Pure. */
    SiteSnapshot look(Look look);

    /** The task in the family's directives; what cannot be expressed becomes a violation of {@code asked}. Pure. */
    Script translate(Asked asked);

    /** What the submit command's exit status and words mean where it gave no id. */
    Problem refusal(int rc, String said);

    /** What was wrong with an act ({@code cancel}, {@code clean}, {@code hold}, {@code release}); empty where it was done. */
    Optional<Problem> undone(String act, Section said);

    /** The account's queue as {@code own_queue} printed it; {@code mark} is this answer's random mark. */
    Reading queue(Section section, String mark);

    /** What {@code accounting} or {@code history} printed. */
    Reading accounting(Section section, String mark);

    /** How scripts written for it are read. */
    ScriptReader scripts();

    /** Why a job waits, in words. */
    String explain(String reason);
}
