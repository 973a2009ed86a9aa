package org.diamondhpc.transfer.work;

/** Reads rsync's running total, {@code   1,234,567  12%  3.02MB/s}, again and again for each file or folder pushed. */
final class RsyncProgress {
    private final StringBuilder line = new StringBuilder();
    private long last;

    /** @return how many bytes more have gone */
    long more(byte[] bytes, int length) {
        long more = 0;
        for (int i = 0; i < length; i++) {
            char c = (char) (bytes[i] & 0xFF);
            if (c == '\r' || c == '\n') {
                more += total(line.toString().strip());
                line.setLength(0);
            } else {
                line.append(c);
            }
        }
        return more;
    }

    private long total(String text) {
        int space = text.indexOf(' ');
        if (space < 0 || !text.substring(space).strip().matches("\\d+%.*")) {
            return 0;
        }
        String digits = text.substring(0, space).replace(",", "").replace(".", "");
        if (!digits.matches("\\d{1,18}")) {
            return 0;
        }
        long now = Long.parseLong(digits);
        // a smaller total is the next push's
        long more = now >= last ? now - last : now;
        last = now;
        return more;
    }
}
