package org.diamondhpc.globus.simulator.storage;

import java.io.IOException;

/** This machine's file system, with this process's rights. */
final class LocalStorage implements Storage {
    @Override
    public <T> T call(FileWork<T> work) throws IOException {
        return work.run();
    }

    @Override
    public boolean present() {
        return true;
    }
}
