/**
 * ⑥ Wakes sent to addresses: a {@link org.diamondhpc.gateway.webhook.WebhookView webhook} of a session has a cursor of
 * its own in the session's wakes and one row of the work table, which sends the wake after the cursor and moves on when
 * it was taken. A row that waits to try again holds no thread.
 */
package org.diamondhpc.gateway.webhook;
