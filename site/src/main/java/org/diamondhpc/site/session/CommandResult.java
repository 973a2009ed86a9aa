package org.diamondhpc.site.session;

import java.time.Duration;
import org.diamondhpc.schemas.reason.Reason;

/**
 * The healthy answer of a command that ran to its end: nothing but what the program itself wrote.
 *
 * @param exit the program's own exit status; 128+n where signal n ended it
 * @param took from the request to the last byte
 * @param truncated whether more came than the output cap kept
 */
public record CommandResult(int exit, byte[] stdout, byte[] stderr, Duration took, boolean truncated) {
    private static final int SHOWN = 2000;

    /** stdout as text, see {@link SiteText}. */
    public String out() {
        return SiteText.decode(stdout);
    }

    /** stderr as text, see {@link SiteText}. */
    public String err() {
        return SiteText.decode(stderr);
    }

    public boolean ok() {
        return exit == 0;
    }

    /**
     * This result, where the exit status is 0 and nothing was cut off.
     *
     * @throws SiteException SITE_COMMAND_FAILED with the end of stderr; SITE_DISK_FULL where that is what it says
     */
    public CommandResult orThrow(String what) {
        if (ok() && !truncated) {
            return this;
        }
        String said = SiteText.display(err()).strip();
        said = said.length() > SHOWN ? "…" + said.substring(said.length() - SHOWN) : said;
        if (ok()) {
            throw SiteException.of(Reason.SITE_COMMAND_FAILED, what + ": more output than expected");
        }
        Reason reason = said.contains("No space left on device") || said.contains("Disk quota exceeded")
                ? Reason.SITE_DISK_FULL : Reason.SITE_COMMAND_FAILED;
        throw SiteException.of(reason, "%s: exit %d: %s".formatted(what, exit, said));
    }

    @Override
    public String toString() {
        return "CommandResult[exit=%d, stdout=%d bytes, stderr=%d bytes, took=%s, truncated=%s]"
                .formatted(exit, stdout.length, stderr.length, took, truncated);
    }
}
