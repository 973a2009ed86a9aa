package org.diamondhpc.transfer.work;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.diamondhpc.site.session.SiteText;

/** Lists of names as bytes, each ended by NUL: the one byte no name holds. */
final class NulFields {
    private NulFields() {
    }

    static List<String> of(byte[] bytes) {
        List<String> fields = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == 0) {
                fields.add(SiteText.decode(java.util.Arrays.copyOfRange(bytes, from, i)));
                from = i + 1;
            }
        }
        return fields;
    }

    static byte[] bytes(List<String> fields) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (String field : fields) {
            out.writeBytes(SiteText.encode(field));
            out.write(0);
        }
        return out.toByteArray();
    }
}
