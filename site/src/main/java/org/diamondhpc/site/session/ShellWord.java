package org.diamondhpc.site.session;

/**
 * The one place where data is written so that a POSIX shell takes it as one word and as nothing else: inside single
 * quotes every character but the single quote stands for itself (POSIX.1-2017, Shell Command Language, 2.2.2).
 */
public final class ShellWord {
    private ShellWord() {
    }

    /** @throws IllegalArgumentException on NUL, which no argument can hold */
    public static String quote(String data) {
        if (data.indexOf('\0') >= 0) {
            throw new IllegalArgumentException("a shell word holds no NUL character");
        }
        return "'" + data.replace("'", "'\\''") + "'";
    }
}
