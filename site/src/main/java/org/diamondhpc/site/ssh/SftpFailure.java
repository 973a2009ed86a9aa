package org.diamondhpc.site.ssh;

import java.io.IOException;
import org.apache.sshd.sftp.common.SftpConstants;
import org.apache.sshd.sftp.common.SftpException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.session.SiteException;
import org.diamondhpc.site.session.SiteText;

/** What an SFTP status means (draft-ietf-secsh-filexfer-02, 7; OpenSSH speaks version 3, which has few). */
final class SftpFailure {
    private SftpFailure() {
    }

    static SiteException of(IOException e, String what, String path) {
        return of(e, what, path, Reason.SITE_COMMAND_FAILED);
    }

    /** @param plain what a bare "failure" most likely means for this operation */
    static SiteException of(IOException e, String what, String path, Reason plain) {
        String where = what + " " + SiteText.display(path);
        if (!(e instanceof SftpException status)) {
            return SiteException.of(Reason.SITE_CONNECTION_LOST, where + ": " + e.getMessage(), e);
        }
        Reason reason = switch (status.getStatus()) {
            case SftpConstants.SSH_FX_NO_SUCH_FILE, SftpConstants.SSH_FX_NO_SUCH_PATH -> Reason.SITE_NO_SUCH_FILE;
            case SftpConstants.SSH_FX_PERMISSION_DENIED, SftpConstants.SSH_FX_WRITE_PROTECT ->
                    Reason.SITE_PERMISSION_DENIED;
            case SftpConstants.SSH_FX_FILE_ALREADY_EXISTS, SftpConstants.SSH_FX_DIR_NOT_EMPTY ->
                    Reason.SITE_FILE_EXISTS;
            case SftpConstants.SSH_FX_NO_SPACE_ON_FILESYSTEM, SftpConstants.SSH_FX_QUOTA_EXCEEDED ->
                    Reason.SITE_DISK_FULL;
            case SftpConstants.SSH_FX_CONNECTION_LOST, SftpConstants.SSH_FX_NO_CONNECTION ->
                    Reason.SITE_CONNECTION_LOST;
            default -> plain;
        };
        return SiteException.of(reason, where + ": " + status.getMessage(), status);
    }
}
