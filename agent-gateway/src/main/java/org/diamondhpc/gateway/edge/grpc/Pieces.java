package org.diamondhpc.gateway.edge.grpc;

import com.google.protobuf.ByteString;
import java.util.Base64;
import org.diamondhpc.api.gateway.v1.Piece;
import org.diamondhpc.gateway.edge.rest.Params;
import org.diamondhpc.schemas.request.SiteReply;

/** Small parts of requests and answers that are no records. */
final class Pieces {
    private Pieces() {
    }

    static Piece of(SiteReply.Content content) {
        byte[] bytes = Base64.getDecoder().decode(content.base64() == null ? "" : content.base64());
        return Piece.newBuilder().setOffset(content.offset()).setData(ByteString.copyFrom(bytes))
                .setSize(content.size()).build();
    }

    static String words(SiteReply.Done done) {
        return done.detail() == null ? "" : done.detail();
    }

    static int pageSize(int asked) {
        return Params.limit(asked == 0 ? null : Integer.toString(asked));
    }

    /** Null where there is none. */
    static String pageToken(String token) {
        return token.isEmpty() ? null : token;
    }

    /** 0 is not said. */
    static long number(String name, long asked, long absent, long min, long max) {
        return Params.number(name, asked == 0 ? null : Long.toString(asked), absent, min, max);
    }
}
