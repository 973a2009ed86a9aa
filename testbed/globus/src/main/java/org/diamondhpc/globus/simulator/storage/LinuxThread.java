package org.diamondhpc.globus.simulator.storage;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Native;
import java.io.IOException;
import org.diamondhpc.globus.simulator.model.LocalUser;

/** What Linux keeps for each thread and Java cannot set: mount namespace, and identity towards file systems. */
final class LinuxThread {
    private static final int CLONE_FS = 0x200;
    private static final int CLONE_NEWNS = 0x20000;
    private static final int O_RDONLY_CLOEXEC = 0x80000;

    private LinuxThread() { }

    /** See unshare(2), setns(2), setfsuid(2), setfsgid(2): all four act on the calling thread alone. */
    interface LibC extends Library {
        LibC INSTANCE = Native.load("c", LibC.class);

        int unshare(int flags) throws LastErrorException;

        int open(String path, int flags) throws LastErrorException;

        int setns(int descriptor, int type) throws LastErrorException;

        int close(int descriptor) throws LastErrorException;

        int setfsgid(int gid);

        int setfsuid(int uid);
    }

    /**
     * The calling thread's for ever. Group before user, as the right to change it goes with the user.
     *
     * @param pid of a process in the namespace
     */
    static void enter(String pid, LocalUser user) throws IOException {
        try {
            LibC c = LibC.INSTANCE;
            c.unshare(CLONE_FS);
            int namespace = c.open("/proc/" + pid + "/ns/mnt", O_RDONLY_CLOEXEC);
            try {
                c.setns(namespace, CLONE_NEWNS);
            } finally {
                c.close(namespace);
            }
            c.setfsgid(user.gid());
            c.setfsuid(user.uid());
        } catch (LastErrorException e) {
            throw new AbsentException("cannot enter the site: error " + e.getErrorCode(), e);
        }
        // Both answer with the identity before, and cannot say that they failed.
        if (LibC.INSTANCE.setfsuid(-1) != user.uid() || LibC.INSTANCE.setfsgid(-1) != user.gid()) {
            throw new IOException("cannot become " + user.name());
        }
    }
}
