package org.diamondhpc.schemas.spec;

/**
 * One group of outputs of a task.
 *
 * @param glob which files, relative to the job's working directory: {@code *}, {@code ?}, {@code [..]} and
 *     {@code **}/ for any depth
 * @param to the folder in the workspace, {@code ws://WORKSPACE/path/}; absent: the task's own folder
 * @param required whether the task fails if nothing matches
 */
public record OutputSpec(String glob, String to, Boolean required) {
    public OutputSpec {
        required = required == null || required;
    }
}
