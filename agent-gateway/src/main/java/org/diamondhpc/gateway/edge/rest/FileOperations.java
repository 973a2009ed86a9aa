package org.diamondhpc.gateway.edge.rest;

import jakarta.inject.Singleton;
import java.util.function.UnaryOperator;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.site.SiteFiles;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.schemas.request.SiteReply;

/** What is asked of files over HTTP, by site or by collection. */
@Singleton
class FileOperations {
    private static final int DEFAULT_PIECE = 64 * 1024;

    private final SiteFiles files;

    FileOperations(SiteFiles files) {
        this.files = files;
    }

    /** The query's other parameters, as they were sent. */
    record Look(String op, String after, String limit, String offset, String length, String bytes) {
        private enum Op {
            LIST, STAT, READ, TAIL
        }
    }

    /** A change: {@code op} is {@code MKDIR} or {@code RENAME}, which needs {@code to}. */
    record Change(Op op, String path, String to) {
        /** What is changed. */
        enum Op {
            MKDIR, RENAME
        }
    }

    SiteReply look(Caller caller, SiteId site, String path, Look look) {
        Look.Op op = look.op() == null ? Look.Op.LIST : Params.word("op", look.op(), Look.Op.class);
        Long from = look.offset() == null ? null : Params.number("offset", look.offset(), 0, 0, Long.MAX_VALUE);
        return switch (op) {
            case LIST -> files.list(caller, site, path, Params.plain("after", look.after()), Params.limit(look.limit()));
            case STAT -> files.stat(caller, site, path);
            case READ -> files.read(caller, site, path, from == null ? 0 : from,
                    (int) Params.number("length", look.length(), DEFAULT_PIECE, 1, SiteFiles.MAX_PIECE));
            case TAIL -> files.tail(caller, site, path,
                    (int) Params.number("bytes", look.bytes(), DEFAULT_PIECE, 1, SiteFiles.MAX_PIECE), from);
        };
    }

    /** @param place writes a path so that it names the site's or the collection's */
    SiteReply.Done change(Caller caller, SiteId site, UnaryOperator<String> place, Change change) {
        if (change.op() == null || change.path() == null || change.op() == Change.Op.RENAME && change.to() == null) {
            throw DiamondException.of(Reason.INVALID_REQUEST, "give op and path, and to for RENAME");
        }
        return switch (change.op()) {
            case MKDIR -> files.makeDirectory(caller, site, place.apply(change.path()));
            case RENAME -> files.rename(caller, site, place.apply(change.path()), place.apply(change.to()));
        };
    }

    SiteReply.Done delete(Caller caller, SiteId site, String path, boolean recursive) {
        if (path == null) {
            throw DiamondException.of(Reason.INVALID_REQUEST, "give the path");
        }
        return files.delete(caller, site, path, recursive);
    }
}
