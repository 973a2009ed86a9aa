package org.diamondhpc.schemas.spec;

import java.util.List;
import org.diamondhpc.schemas.Absent;

/**
 * The container the program runs in, by the site's own container runtime.
 *
 * @param image an image as the runtime names it, for example {@code docker://debian:12} or a path of a SIF file
 * @param binds folders of the site to be seen inside, {@code /path} or {@code /path:/inside}
 */
public record Container(String image, List<String> binds) {
    public Container {
        binds = Absent.list(binds);
    }
}
