package org.diamondhpc.site.session;

import java.io.InputStream;
import java.io.OutputStream;

/**
 * A running command with its streams, for tar streams and the like. stdout ends where the program's own output ends;
 * reading past a cut connection throws an {@link java.io.IOException} and never looks like an end.
 */
public interface RemoteStream extends AutoCloseable {
    /** The program's stdin; close it to give end of file. */
    OutputStream stdin();

    InputStream stdout();

    /**
     * Waits for the end, dropping what was not read of stdout. The result's stdout is empty; stderr is kept to the
     * command's cap.
     *
     * @throws SiteException SITE_CONNECTION_LOST or SITE_TIMEOUT: outcome unknown
     */
    CommandResult await();

    /** Ends the command where it still runs and gives the channel back. */
    @Override
    void close();
}
