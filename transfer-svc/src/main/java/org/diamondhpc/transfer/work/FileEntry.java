package org.diamondhpc.transfer.work;

import java.util.Comparator;
import java.util.List;
import org.diamondhpc.schemas.request.SiteReply;
import org.diamondhpc.site.session.RemoteFile;
import org.diamondhpc.site.session.SiteText;
import org.diamondhpc.transfer.globus.api.FileDocument;

/** A file as an answer shows it. */
final class FileEntry {
    private static final int MOST = 1000;
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

    /** A link is one, wherever it points; the size is that of what it points to. */
    static SiteReply.Entry of(FileDocument file) {
        SiteReply.Entry.Type type = file.link() ? SiteReply.Entry.Type.LINK : switch (file.type()) {
            case "dir" -> SiteReply.Entry.Type.DIRECTORY;
            case "file" -> SiteReply.Entry.Type.FILE;
            case null, default -> SiteReply.Entry.Type.OTHER;
        };
        return new SiteReply.Entry(SiteText.display(file.name()), false, type, file.size() == null ? 0 : file.size(),
                file.modified(), mode(file.permissions()));
    }

    /** At most a thousand of those after a name. */
    static SiteReply.Listing page(String path, List<SiteReply.Entry> all, String after, int limit) {
        int most = Math.clamp(limit <= 0 ? MOST : limit, 1, MOST);
        List<SiteReply.Entry> following = all.stream().filter(e -> after == null || e.name().compareTo(after) > 0)
                .sorted(Comparator.comparing(SiteReply.Entry::name)).toList();
        List<SiteReply.Entry> page = following.subList(0, Math.min(most, following.size()));
        return new SiteReply.Listing(path, page, page.size() < following.size() ? page.getLast().name() : null);
    }

    /** Octal digits; null where they are none. */
    private static String mode(String octal) {
        return octal != null && octal.matches("[0-7]{3,7}") ? mode(Integer.parseInt(octal, 8)) : null;
    }

    private static String mode(int permissions) {
        StringBuilder mode = new StringBuilder(BITS.length());
        for (int i = 0; i < BITS.length(); i++) {
            mode.append((permissions & (0400 >> i)) == 0 ? '-' : BITS.charAt(i));
        }
        return mode.toString();
    }
}
