package org.diamondhpc.site.session;

/** A file being followed. It holds one channel until it ends. */
public interface Follow extends AutoCloseable {
    boolean active();

    @Override
    void close();
}
