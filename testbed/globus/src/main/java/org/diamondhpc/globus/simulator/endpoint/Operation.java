package org.diamondhpc.globus.simulator.endpoint;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.diamondhpc.globus.simulator.http.Refusal;

/** Operations and how their failures are told. Those of the third part of a code are not verified, but for LoginFailed. */
enum Operation {
    LIST("DirListingFailed", false), STAT("StatFailed", false), MKDIR("MkdirFailed", true), RENAME("RenameFailed", true);

    private final String failure;
    private final boolean writes;

    Operation(String failure, boolean writes) {
        this.failure = failure;
        this.writes = writes;
    }

    boolean writes() {
        return writes;
    }

    Refusal failed(String kind, String message) {
        return Refusal.of(502, "ExternalError." + failure + "." + kind, message);
    }

    <T> T on(String path, FileApi.Attempt<T> attempt) {
        try {
            return attempt.run();
        } catch (NoSuchFileException e) {
            String code = this == STAT ? "NotFound" : "ClientError.NotFound";
            throw Refusal.of(404, code, "Path not found: '" + path + "'");
        } catch (AccessDeniedException e) {
            throw Refusal.of(403, "EndpointPermissionDenied", "Permission denied: '" + path + "'");
        } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
            throw failed("Exists", "Path already exists: '" + path + "'");
        } catch (NotDirectoryException e) {
            throw failed("NotDirectory", "Not a directory: '" + path + "'");
        } catch (IOException e) {
            throw Refusal.of(502, "EndpointError", "Endpoint error on '" + path + "': " + e.getMessage());
        }
    }
}
