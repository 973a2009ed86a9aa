package org.diamondhpc.transfer.globus.api;

/** Gives the token a call is made with. */
public interface Credentials {
    /** @throws GlobusException where none can be had */
    String bearer();

    /** Globus refused this one, whatever its age says; the next {@link #bearer} is another. */
    void refused(String bearer);
}
