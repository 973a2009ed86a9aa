package org.diamondhpc.gateway.artefact;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.diamondhpc.schemas.task.Artefact;

/**
 * Programs and libraries of Linux: machine, needed libraries and least C library, from the ELF header, the dynamic
 * section and the version needs (System V ABI, gABI chapters 4 and 5; LSB core, symbol versioning).
 */
final class Elf {
    private static final int LOAD = 1;
    private static final int DYNAMIC = 2;
    private static final int NEEDED = 1;
    private static final int STRINGS = 5;
    private static final long VERSION_NEEDS = 0x6ffffffeL;
    private static final long VERSION_NEEDS_COUNT = 0x6fffffffL;
    private static final int MOST = 512;
    private static final Pattern GLIBC = Pattern.compile("GLIBC_(\\d+(?:\\.\\d+)*)");

    private final Bytes file;
    private final boolean wide;
    private final List<Segment> loaded = new ArrayList<>();
    private final List<String> libraries = new ArrayList<>();
    private String libc;

    private record Segment(long offset, long address, long size) {
    }

    private Elf(Bytes file, boolean wide) {
        this.file = file;
        this.wide = wide;
    }

    /** Empty where it is none. */
    static Optional<Artefact> read(Bytes file) throws IOException {
        ByteBuffer head = file.at(0, 64);
        if (head.remaining() < 52 || head.getInt(0) != (head.order() == ByteOrder.LITTLE_ENDIAN ? 0x464c457f : 0x7f454c46)) {
            return Optional.empty();
        }
        boolean little = head.get(5) != 2;
        file.order(little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        head.order(little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        boolean wide = head.get(4) == 2;
        Elf elf = new Elf(file, wide);
        if (!wide || head.remaining() >= 64) {
            elf.segments(head);
        }
        List<String> machine = machine(head.getShort(18) & 0xffff, wide, little).map(List::of).orElse(List.of());
        return Optional.of(new Artefact(Artefact.Kind.ELF, machine, elf.libraries, elf.libc));
    }

    /** As {@code uname -m} says it; numbers of the gABI's registry. */
    private static Optional<String> machine(int number, boolean wide, boolean little) {
        return Optional.ofNullable(switch (number) {
            case 3 -> "i686";
            case 20 -> "ppc";
            case 21 -> little ? "ppc64le" : "ppc64";
            case 22 -> "s390x";
            case 40 -> "armv7l";
            case 62 -> "x86_64";
            case 183 -> "aarch64";
            case 243 -> wide ? "riscv64" : "riscv32";
            case 258 -> "loongarch64";
            default -> null;
        });
    }

    private void segments(ByteBuffer head) throws IOException {
        long at = wide ? head.getLong(32) : head.getInt(28) & 0xffffffffL;
        int each = head.getShort(wide ? 54 : 42) & 0xffff;
        int count = Math.min(MOST, head.getShort(wide ? 56 : 44) & 0xffff);
        ByteBuffer table = file.at(at, (long) each * count);
        Segment dynamic = null;
        for (int i = 0; i < count && each >= (wide ? 56 : 32) && (i + 1) * each <= table.remaining(); i++) {
            int from = i * each;
            Segment s = wide ? new Segment(table.getLong(from + 8), table.getLong(from + 16), table.getLong(from + 32))
                    : new Segment(table.getInt(from + 4) & 0xffffffffL, table.getInt(from + 8) & 0xffffffffL,
                            table.getInt(from + 16) & 0xffffffffL);
            int type = table.getInt(from);
            if (type == LOAD) {
                loaded.add(s);
            } else if (type == DYNAMIC) {
                dynamic = s;
            }
        }
        if (dynamic != null) {
            dynamic(dynamic);
        }
    }

    private void dynamic(Segment section) throws IOException {
        int each = wide ? 16 : 8;
        ByteBuffer table = file.at(section.offset, Math.min(section.size, (long) MOST * each));
        List<Long> needed = new ArrayList<>();
        long strings = 0;
        long versions = 0;
        long count = 0;
        for (int at = 0; at + each <= table.remaining(); at += each) {
            long tag = wide ? table.getLong(at) : table.getInt(at) & 0xffffffffL;
            long value = wide ? table.getLong(at + 8) : table.getInt(at + 4) & 0xffffffffL;
            if (tag == NEEDED) {
                needed.add(value);
            } else if (tag == STRINGS) {
                strings = offset(value);
            } else if (tag == VERSION_NEEDS) {
                versions = offset(value);
            } else if (tag == VERSION_NEEDS_COUNT) {
                count = value;
            } else if (tag == 0) {
                break;
            }
        }
        if (strings > 0) {
            for (long name : needed) {
                libraries.add(file.text(strings + name));
            }
            if (versions > 0) {
                leastLibrary(versions, Math.min(MOST, count), strings);
            }
        }
    }

    private void leastLibrary(long at, long count, long strings) throws IOException {
        List<String> found = new ArrayList<>();
        ByteBuffer table = file.at(at, 64 * 1024);
        long entry = 0;
        for (long i = 0; i < count && entry >= 0 && entry + 16 <= table.remaining(); i++) {
            long each = entry + (table.getInt((int) entry + 8) & 0xffffffffL);
            int names = table.getShort((int) entry + 2) & 0xffff;
            for (int n = 0; n < names && each + 16 <= table.remaining(); n++) {
                Matcher m = GLIBC.matcher(file.text(strings + (table.getInt((int) each + 8) & 0xffffffffL)));
                if (m.matches()) {
                    found.add(m.group(1));
                }
                each += table.getInt((int) each + 12) & 0xffffffffL;
            }
            long next = table.getInt((int) entry + 12) & 0xffffffffL;
            entry = next == 0 ? -1 : entry + next;
        }
        libc = found.stream().max(Comparator.comparing(Elf::sortable)).map(v -> "glibc " + v).orElse(null);
    }

    /** 2.4 before 2.34. */
    private static String sortable(String version) {
        StringBuilder all = new StringBuilder();
        for (String part : version.split("\\.")) {
            all.append("%09d".formatted(Long.parseLong(part.length() > 9 ? "0" : part)));
        }
        return all.toString();
    }

    /** Where in the file an address of the loaded program lies; 0 where nowhere. */
    private long offset(long address) {
        return loaded.stream().filter(s -> address >= s.address && address < s.address + s.size)
                .mapToLong(s -> address - s.address + s.offset).findFirst().orElse(0);
    }
}
