package org.diamondhpc.globus.simulator.storage;

import java.io.IOException;

/**
 * A file system as one local user sees it. Paths mean something only inside {@link #call}; a channel opened there can
 * be used anywhere, as rights are checked when a file is opened.
 */
interface Storage {
    <T> T call(FileWork<T> work) throws IOException;

    /** Whether the file system is the one that channels were opened in. */
    boolean present();
}
