package org.diamondhpc.schemas.id;

import java.util.regex.Pattern;

/** An id: letters, digits and hyphens only, so that it is the same text in a path, a topic key and a URL. */
public sealed interface Id
        permits TenantId, TaskId, SiteId, TransferId, WorkspaceId, SessionId, WaitId, WebhookId, EventId, RequestId {
    /** A name somebody chose: 1 to 40 lower-case letters, digits and inner hyphens. */
    Pattern NAME = Pattern.compile("[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?");
    /** An id made by {@link IdSource}: a prefix letter, a hyphen and 8 to 40 letters and digits. */
    Pattern MADE = Pattern.compile("[a-z]{1,2}-[a-z0-9]{8,40}");
    /** A workspace's name may also hold dots and underscores inside. */
    Pattern WORKSPACE = Pattern.compile("[a-z0-9]([a-z0-9._-]{0,62}[a-z0-9])?");

    String value();

    static void check(String what, String value, Pattern pattern) {
        if (value == null || !pattern.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "%s must match %s".formatted(what, pattern.pattern()));
        }
    }
}
