package org.diamondhpc.site.session;

/** Why following a file ended, and where to begin anew. */
public sealed interface FollowEnd {
    long nextByte();

    /** The caller closed it. */
    record Closed(long nextByte) implements FollowEnd { }

    /** The file was cut or replaced by another: begin at 0. */
    record Replaced() implements FollowEnd {
        @Override
        public long nextByte() {
            return 0;
        }
    }

    /** The connection or the site's process ended; {@code failure} says how. */
    record Cut(long nextByte, SiteException failure) implements FollowEnd { }
}
