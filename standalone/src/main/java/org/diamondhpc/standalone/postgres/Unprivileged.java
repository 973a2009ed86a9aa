package org.diamondhpc.standalone.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * PostgreSQL refuses to run as root. As root its programs run in a user namespace of their own, where they see themselves
 * as nobody while files stay root's; where the machine forbids that (many containers), as the user nobody, who then owns
 * the data folder. In both cases the program keeps the process id.
 */
enum Unprivileged {
    /** Not root: nothing to do. */
    AS_IS(List.of()),
    USER_NAMESPACE(List.of("unshare", "--user")),
    NOBODY(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));

    static final int NOBODY_ID = 65534;

    private final List<String> prefix;

    Unprivileged(List<String> prefix) {
        this.prefix = prefix;
    }

    /** What works here. */
    static Unprivileged choose() throws IOException, InterruptedException {
        boolean root = System.getProperty("user.name").equals("root");
        if (!root) {
            return AS_IS;
        }
        return USER_NAMESPACE.works() ? USER_NAMESPACE : NOBODY;
    }

    List<String> wrap(List<String> command) {
        List<String> all = new ArrayList<>(prefix);
        all.addAll(command);
        return all;
    }

    /** Gives a folder that is still empty to whom the programs will run as. */
    void own(Path folder) throws IOException {
        if (this == NOBODY) {
            Files.setAttribute(folder, "unix:uid", NOBODY_ID);
            Files.setAttribute(folder, "unix:gid", NOBODY_ID);
        }
    }

    private boolean works() throws InterruptedException {
        try {
            return new ProcessBuilder(wrap(List.of("true"))).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor() == 0;
        } catch (IOException absent) {
            return false;
        }
    }
}
