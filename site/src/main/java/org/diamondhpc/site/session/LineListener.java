package org.diamondhpc.site.session;

/** Hears a followed file. Called by one thread at a time and in order; must not block for long. */
public interface LineListener {
    /**
     * @param line without its newline, see {@link SiteText}
     * @param nextByte the offset after the line's newline: where to begin after a cut
     */
    void line(String line, long nextByte);

    /** The last call: nothing more comes. Begin anew from {@link FollowEnd#nextByte()} unless it was closed. */
    void ended(FollowEnd end);
}
