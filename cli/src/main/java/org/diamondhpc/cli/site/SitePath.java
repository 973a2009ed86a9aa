package org.diamondhpc.cli.site;

import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.cli.client.ApiException;
import org.diamondhpc.cli.client.Failure;

/** {@code SITE:/path} or {@code SITE:~/path}; without a path the home. */
record SitePath(SiteId site, String path) {
    static SitePath parse(String text) {
        int colon = text.indexOf(':');
        String path = colon < 0 || colon == text.length() - 1 ? "~/" : text.substring(colon + 1);
        try {
            return new SitePath(new SiteId(colon < 0 ? text : text.substring(0, colon)), path);
        } catch (IllegalArgumentException e) {
            throw new ApiException(Failure.of(Reason.INVALID_PATH, text + " is no path at a site",
                    "Write it as SITE:/path or SITE:~/path."), e);
        }
    }

    @Override
    public String toString() {
        return site + ":" + path;
    }
}
