package org.diamondhpc.globus.simulator.storage;

import java.io.IOException;

/** Something done with paths. It must not leave streams of directories open, nor start threads. */
@FunctionalInterface
public interface FileWork<T> {
    T run() throws IOException;
}
