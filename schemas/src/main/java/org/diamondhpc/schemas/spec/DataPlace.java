package org.diamondhpc.schemas.spec;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.id.TaskId;
import org.diamondhpc.schemas.id.WorkspaceId;

/** Where data lies, as an agent writes it. */
public sealed interface DataPlace {
    String WORKSPACE_SCHEME = "ws://";
    String TASK_SCHEME = "task:";

    /** The written form. */
    @JsonValue
    String text();

    /** {@code ws://NAME/path}: a file of a workspace. */
    record InWorkspace(WorkspaceId workspace, String path) implements DataPlace {
        @Override
        public String text() {
            return WORKSPACE_SCHEME + workspace + "/" + path;
        }
    }

    /** {@code SITE:/path} or {@code SITE:~/path}: a file at a site; a trailing slash means the whole folder. */
    record AtSite(SiteId site, String path) implements DataPlace {
        @Override
        public String text() {
            return site + ":" + path;
        }
    }

    /** {@code task:N/path} or {@code task:TASK/path}: an output of a task that is waited for. */
    record OfTask(String task, String path) implements DataPlace {
        @Override
        public String text() {
            return TASK_SCHEME + task + "/" + path;
        }

        /** The task meant; a number counts the entries of {@code dependsOn} from 0. */
        public Optional<TaskId> among(List<Dependency> dependencies) {
            if (task.matches("\\d{1,3}")) {
                int n = Integer.parseInt(task);
                return n < dependencies.size() ? Optional.of(dependencies.get(n).task()) : Optional.empty();
            }
            return dependencies.stream().map(Dependency::task).filter(t -> t.value().equals(task)).findFirst();
        }
    }

    /**
     * Reads the written form.
     *
     * @throws IllegalArgumentException with the reason in words
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static DataPlace parse(String text) {
        if (text.startsWith(WORKSPACE_SCHEME)) {
            String[] parts = split(text.substring(WORKSPACE_SCHEME.length()), '/', "ws://WORKSPACE/path");
            return new InWorkspace(new WorkspaceId(parts[0]), checked(parts[1]));
        }
        if (text.startsWith(TASK_SCHEME)) {
            String[] parts = split(text.substring(TASK_SCHEME.length()), '/', "task:N/path");
            return new OfTask(parts[0], checked(parts[1]));
        }
        String[] parts = split(text, ':', "ws://WORKSPACE/path, SITE:/path or task:N/path");
        return new AtSite(new SiteId(parts[0]), sitePath(parts[1]));
    }

    private static String[] split(String text, char at, String form) {
        int i = text.indexOf(at);
        if (i <= 0 || i == text.length() - 1) {
            throw new IllegalArgumentException("write it as " + form);
        }
        return new String[] {text.substring(0, i), text.substring(i + 1)};
    }

    private static String checked(String path) {
        RelativePath.problem(path).ifPresent(p -> {
            throw new IllegalArgumentException(p);
        });
        return path;
    }

    private static String sitePath(String path) {
        String relative = path.startsWith("~/") ? path.substring(2) : path.startsWith("/") ? path.substring(1) : null;
        if (relative == null) {
            throw new IllegalArgumentException("a path at a site begins with / or ~/");
        }
        String bare = relative.endsWith("/") ? relative.substring(0, relative.length() - 1) : relative;
        checked(bare);
        return path;
    }

    /** What is wrong with it, in words; empty if nothing. */
    static Optional<String> problem(String text) {
        try {
            parse(text);
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(e.getMessage());
        }
    }

    /** The rule for an output's target: a workspace, and in it a folder or nothing. */
    static Optional<String> workspaceProblem(String text) {
        String bare = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
        if (bare.startsWith(WORKSPACE_SCHEME) && bare.indexOf('/', WORKSPACE_SCHEME.length()) < 0) {
            bare += "/any";
        }
        String place = bare;
        return problem(place).or(() -> place.startsWith(WORKSPACE_SCHEME) ? Optional.empty()
                : Optional.of("outputs go into a workspace: ws://WORKSPACE/folder/"));
    }

    static Optional<String> dependencyProblem(String text, List<Dependency> dependencies) {
        try {
            return parse(text) instanceof OfTask t && t.among(dependencies).isEmpty()
                    ? Optional.of("names no entry of dependsOn") : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty(); // said already, as the form's error
        }
    }

    /** The last name of the path; null where there is none. */
    static String lastName(String text) {
        if (text == null || text.endsWith("/")) {
            return null;
        }
        return text.substring(Math.max(text.lastIndexOf('/'), text.lastIndexOf(':')) + 1);
    }
}
