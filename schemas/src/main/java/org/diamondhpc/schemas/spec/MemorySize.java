package org.diamondhpc.schemas.spec;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An amount of memory in bytes, written {@code 4GiB}, {@code 500M}, {@code 2 gb}, {@code 2 gigabytes} or plain bytes. Units
 * are powers of 1024, however they are written, as all schedulers count (sbatch(1) {@code --mem}, pbs_resources(7B),
 * sge_types(1), bsub(1)): who reads such a number in a script and writes it into a task gets the same.
 */
public record MemorySize(long bytes) {
    private static final Pattern FORM = Pattern.compile("(\\d{1,15}(?:\\.\\d{1,3})?)\\s*(?:b|bytes?|([kmgtp])(?:i?b)?"
            + "|(kilo|kibi|mega|mebi|giga|gibi|tera|tebi|peta|pebi)bytes?)?");
    private static final String UNITS = "kmgtp";

    public MemorySize {
        if (bytes <= 0) {
            throw new IllegalArgumentException("memory must be more than 0 bytes");
        }
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static MemorySize ofBytes(long bytes) {
        return new MemorySize(bytes);
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static MemorySize parse(String text) {
        Matcher m = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!m.matches()) {
            throw new IllegalArgumentException("memory is written like 4GiB, 500M or 1073741824");
        }
        String unit = m.group(2) == null ? m.group(3) : m.group(2);
        int power = unit == null ? 0 : UNITS.indexOf(unit.charAt(0)) + 1;
        double value = Double.parseDouble(m.group(1)) * (1L << (10 * power));
        if (value >= 1L << 60) {
            throw new IllegalArgumentException("memory is beyond 1 EiB");
        }
        return new MemorySize((long) value);
    }

    public static MemorySize ofMebibytes(long mebibytes) {
        return new MemorySize(mebibytes << 20);
    }

    /** So many times as much. */
    MemorySize times(long count) {
        return new MemorySize(Math.multiplyExact(bytes, count));
    }

    /** One of so many equal parts, rounded up. */
    MemorySize part(long count) {
        return new MemorySize((bytes + count - 1) / count);
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
