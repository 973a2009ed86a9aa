package org.diamondhpc.transfer.globus.api;

/** A call to Globus failed. */
public final class GlobusException extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final transient GlobusError error;

    public GlobusException(GlobusError error) {
        this(error, null);
    }

    public GlobusException(GlobusError error, Throwable cause) {
        super(error.getClass().getSimpleName() + ": " + error.fault(), cause);
        this.error = error;
    }

    public GlobusError error() {
        return error;
    }
}
