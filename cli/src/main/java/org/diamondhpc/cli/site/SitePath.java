package org.diamondhpc.cli.site;

import org.diamondhpc.cli.client.ApiException;
import org.diamondhpc.cli.client.Failure;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.spec.CollectionPath;

/**
 * {@code SITE:/path} or {@code SITE:~/path}, without a path the home; or {@code globus://COLLECTION/path}.
 *
 * @param site null where the path is in a collection
 */
record SitePath(SiteId site, String path) {
    static SitePath parse(String text) {
        try {
            if (CollectionPath.means(text)) {
                return new SitePath(null, CollectionPath.parse(text).toString());
            }
            int colon = text.indexOf(':');
            String path = colon < 0 || colon == text.length() - 1 ? "~/" : text.substring(colon + 1);
            return new SitePath(new SiteId(colon < 0 ? text : text.substring(0, colon)), path);
        } catch (IllegalArgumentException e) {
            throw new ApiException(Failure.of(Reason.INVALID_PATH, text + " is no path at a site: " + e.getMessage(),
                    "Write it as SITE:/path, SITE:~/path or globus://COLLECTION/path."), e);
        }
    }

    @Override
    public String toString() {
        return site == null ? path : site + ":" + path;
    }
}
