package org.diamondhpc.standalone.process;

/**
 * One process as its supervisor sees it.
 *
 * @param restarts how often it was started again in this supervisor's life
 * @param failures deaths in a row without half a minute of being ready in between
 */
public record ChildStatus(String name, int port, ChildState state, int restarts, int failures) {
}
