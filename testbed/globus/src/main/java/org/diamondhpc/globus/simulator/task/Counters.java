package org.diamondhpc.globus.simulator.task;

import com.fasterxml.jackson.annotation.JsonAutoDetect;

/** How far a task is. Guarded by its task. */
@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY)
public final class Counters implements Cloneable {
    long files;
    long directories;
    long symlinks;
    long filesSkipped;
    long filesTransferred;
    long bytesTransferred;
    long bytesChecksummed;
    long faults;
    long total;
    long succeeded;
    long retrying;
    long failed;
    long expired;
    long canceled;
    long skippedErrors;

    Counters copy() {
        try {
            return (Counters) clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }

    public void found() {
        found(1);
    }

    public void found(long steps) {
        total += steps;
    }

    public void done() {
        succeeded++;
    }

    public void file() {
        files++;
    }

    public void directory() {
        directories++;
    }

    public void symlink() {
        symlinks++;
    }

    public void skippedFile() {
        filesSkipped++;
    }

    public void transferredFile() {
        filesTransferred++;
    }

    public void moved(long bytes) {
        bytesTransferred += bytes;
    }

    public void checksummed(long bytes) {
        bytesChecksummed += bytes;
    }

    public void removed(boolean directory) {
        if (directory) {
            directories++;
        } else {
            files++;
        }
    }

    long pending() {
        return Math.max(0, rest() - retrying);
    }

    /** What has not come to its end. */
    long rest() {
        return Math.max(0, total - succeeded - skippedErrors);
    }
}
