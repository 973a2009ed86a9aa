package org.diamondhpc.transfer.work;

import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.site.session.RemoteFile;
import org.diamondhpc.site.session.SiteText;

/** A file as an answer shows it. */
final class FileEntry {
    private static final String BITS = "rwxrwxrwx";

    private FileEntry() {
    }

    static SiteReply.Entry of(RemoteFile file) {
        return new SiteReply.Entry(SiteText.display(file.name()), !file.utf8(), switch (file.kind()) {
            case FILE -> SiteReply.Entry.Type.FILE;
            case FOLDER -> SiteReply.Entry.Type.DIRECTORY;
            case LINK -> SiteReply.Entry.Type.LINK;
            case OTHER -> SiteReply.Entry.Type.OTHER;
        }, file.size(), file.modified(), mode(file.permissions()));
    }

    private static String mode(int permissions) {
        StringBuilder mode = new StringBuilder(BITS.length());
        for (int i = 0; i < BITS.length(); i++) {
            mode.append((permissions & (0400 >> i)) == 0 ? '-' : BITS.charAt(i));
        }
        return mode.toString();
    }
}
