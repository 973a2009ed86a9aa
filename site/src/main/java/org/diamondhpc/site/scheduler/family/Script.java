package org.diamondhpc.site.scheduler.family;

import java.util.List;

/**
 * A task in a family's terms.
 *
 * @param directives lines for the scheduler, made of checked tokens only
 * @param launcher how parallel programs start where the profile does not say
 * @param reserved beginnings of variables' names that the scheduler sets itself
 */
public record Script(List<String> directives, String launcher, List<String> reserved) {
    public Script {
        directives = List.copyOf(directives);
        reserved = List.copyOf(reserved);
    }
}
