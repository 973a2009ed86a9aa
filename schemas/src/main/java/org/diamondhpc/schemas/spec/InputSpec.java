package org.diamondhpc.schemas.spec;

/**
 * One input of a task: exactly one of {@code from} and {@code content}.
 *
 * @param from where it comes from: {@code ws://WORKSPACE/path}, {@code SITE:/path}, or {@code task:N/path} for
 *     output {@code path} of the N-th entry of {@code dependsOn}, or {@code task:TASK/path}
 * @param content the text itself, for small inputs (at most 64 KiB)
 * @param to where it goes, relative to the job's working directory; absent: the last name of {@code from}
 * @param executable whether the file gets the execute bit
 */
public record InputSpec(String from, String content, String to, Boolean executable) {
    public InputSpec {
        executable = executable != null && executable;
    }
}
