package org.diamondhpc.globus.simulator.move;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Set;
import org.diamondhpc.globus.simulator.model.EventCode;
import org.diamondhpc.globus.simulator.storage.AbsentException;

/** A step failed. */
final class Trouble extends Exception {
    private static final long serialVersionUID = 1;
    private static final Set<EventCode> OF_ONE_FILE = Set.of(EventCode.FILE_NOT_FOUND, EventCode.PERMISSION_DENIED,
            EventCode.FILE_SIZE_CHANGED, EventCode.VERIFY_CHECKSUM);

    private final EventCode code;
    private final boolean atSource;
    private final boolean ofOneFile;

    Trouble(EventCode code, String details, boolean atSource) {
        this(code, details, atSource, OF_ONE_FILE.contains(code));
    }

    private Trouble(EventCode code, String details, boolean atSource, boolean ofOneFile) {
        super(details, null, false, false);
        this.code = code;
        this.atSource = atSource;
        this.ofOneFile = ofOneFile;
    }

    /** The path is not what it should be. */
    static Trouble unfit(String details, boolean atSource) {
        return new Trouble(EventCode.ENDPOINT_ERROR, details, atSource, true);
    }

    static Trouble of(IOException e, String doing, String path, boolean atSource) {
        EventCode code = code(e);
        return new Trouble(code, "Error (" + doing + ")\nPath: " + path + "\n" + e.getMessage(), atSource,
                code != EventCode.CONNECT_FAILED && code != EventCode.QUOTA_EXCEEDED);
    }

    private static EventCode code(IOException e) {
        String message = String.valueOf(e.getMessage());
        return switch (e) {
            case NoSuchFileException missing -> EventCode.FILE_NOT_FOUND;
            case AccessDeniedException denied -> EventCode.PERMISSION_DENIED;
            case AbsentException gone -> EventCode.CONNECT_FAILED;
            default -> message.contains("No space left") || message.contains("quota exceeded")
                    ? EventCode.QUOTA_EXCEEDED : EventCode.ENDPOINT_ERROR;
        };
    }

    EventCode code() {
        return code;
    }

    String details() {
        return getMessage();
    }

    /** Whether {@code skip_source_errors} covers it. */
    boolean skippable() {
        return atSource && (code == EventCode.FILE_NOT_FOUND || code == EventCode.PERMISSION_DENIED);
    }

    /** Whether other files may fare better meanwhile. */
    boolean ofOneFile() {
        return ofOneFile;
    }
}
