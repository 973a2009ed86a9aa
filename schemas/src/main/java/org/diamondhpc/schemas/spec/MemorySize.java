package org.diamondhpc.schemas.spec;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An amount of memory in bytes, written {@code 4GiB}, {@code 500M} (decimal), {@code 2G} or plain bytes. */
public record MemorySize(long bytes) {
    private static final Pattern FORM = Pattern.compile("(\\d{1,15})(?:\\.(\\d{1,3}))?\\s*([kmgtp]?)(i?)b?");
    private static final String UNITS = "kmgtp";

    public MemorySize {
        if (bytes <= 0) {
            throw new IllegalArgumentException("memory must be more than 0 bytes");
        }
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static MemorySize parse(String text) {
        Matcher m = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!m.matches()) {
            throw new IllegalArgumentException("memory is written like 4GiB, 500M or 1073741824");
        }
        int power = m.group(3).isEmpty() ? 0 : UNITS.indexOf(m.group(3)) + 1;
        double unit = Math.pow(m.group(4).isEmpty() ? 1000 : 1024, power);
        double value = Double.parseDouble(m.group(1) + "." + (m.group(2) == null ? "0" : m.group(2))) * unit;
        if (value >= 1L << 60) {
            throw new IllegalArgumentException("memory is beyond 1 EiB");
        }
        return new MemorySize((long) value);
    }

    public static MemorySize ofMebibytes(long mebibytes) {
        return new MemorySize(mebibytes << 20);
    }

    /** Rounded up, since a scheduler that counts in MiB must not give less than asked for. */
    public long mebibytes() {
        return (bytes + (1 << 20) - 1) >> 20;
    }

    @JsonValue
    @Override
    public String toString() {
        for (int power = 4; power > 0; power--) {
            long unit = 1L << (10 * power);
            if (bytes % unit == 0) {
                return bytes / unit + String.valueOf(UNITS.charAt(power - 1)).toUpperCase(Locale.ROOT) + "iB";
            }
        }
        return Long.toString(bytes);
    }
}
