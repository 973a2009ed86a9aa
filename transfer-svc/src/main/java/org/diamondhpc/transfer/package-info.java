/**
 * ③ Stages what a task needs to its site, ⑥ collects what its job left, moves files between sites when an agent asks,
 * and answers short questions about files. {@code intake} takes events in, {@code domain} decides, {@code work} acts
 * at sites from the durable work table; what is published goes through messaging's outbox.
 */
package org.diamondhpc.transfer;
