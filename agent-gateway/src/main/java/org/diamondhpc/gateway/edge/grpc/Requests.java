package org.diamondhpc.gateway.edge.grpc;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.MapEntry;
import com.google.protobuf.Message;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.diamondhpc.schemas.reason.DiamondException;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.diamondhpc.schemas.reason.Reason;

/** What holds for every request. */
final class Requests {
    private Requests() {
    }

    /**
     * No text of a request holds a NUL, which no database takes.
     *
     * @throws DiamondException {@code INVALID_TOO_LARGE} or {@code INVALID_REQUEST}
     */
    static void check(Message request, int maxBytes) {
        if (request.getSerializedSize() > maxBytes) {
            throw DiamondException.of(Reason.INVALID_TOO_LARGE, "a message here has at most " + maxBytes + " bytes");
        }
        texts(request, "");
    }

    /** What must be the same for two requests to be the same; each call has a form of its own. */
    static byte[] fingerprint(Message request) {
        ByteArrayOutputStream all = new ByteArrayOutputStream(request.getSerializedSize() + 80);
        all.writeBytes((request.getDescriptorForType().getFullName() + "\n").getBytes(StandardCharsets.UTF_8));
        CodedOutputStream out = CodedOutputStream.newInstance(all);
        out.useDeterministicSerialization();
        try {
            request.writeTo(out);
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return all.toByteArray();
    }

    private static void texts(Message message, String at) {
        message.getAllFields().forEach((field, value) -> {
            String here = at + "/" + field.getJsonName();
            if (value instanceof List<?> list) {
                for (int i = 0; i < list.size(); i++) {
                    text(list.get(i), here + "/" + i);
                }
            } else {
                text(value, here);
            }
        });
    }

    private static void text(Object value, String at) {
        if (value instanceof String text && text.indexOf('\0') >= 0) {
            throw new DiamondException(Problem.of(Reason.INVALID_REQUEST,
                    List.of(new Violation(at, "holds a NUL character"))));
        }
        if (value instanceof MapEntry<?, ?> entry) {
            text(entry.getKey(), at);
            text(entry.getValue(), at);
        } else if (value instanceof Message inner) {
            texts(inner, at);
        }
    }
}
