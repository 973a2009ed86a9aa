package org.diamondhpc.discovery.domain.wait;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Whether two names mean the same GPU model: {@code a100}, {@code A100} and {@code nvidia_a100-sxm4-80gb} do. */
public final class GpuModels {
    private static final Set<String> BRANDS = Set.of("nvidia", "tesla", "geforce", "quadro", "amd", "instinct",
            "radeon", "intel", "gpu", "");
    /** The profile of a part of an NVIDIA GPU, for example {@code 1g.5gb}. */
    private static final String PART = "\\d+g(\\.\\d+gb)?";

    private GpuModels() {
    }

    public static boolean same(String asked, String there) {
        if (there == null) {
            return false;
        }
        Set<String> want = words(asked);
        Set<String> have = words(there);
        boolean part = have.stream().anyMatch(w -> w.matches(PART) && !want.contains(w));
        return !want.isEmpty() && have.containsAll(want) && !part;
    }

    private static Set<String> words(String name) {
        return Arrays.stream(name.toLowerCase(Locale.ROOT).split("[^a-z0-9.]+"))
                .filter(w -> !BRANDS.contains(w)).collect(Collectors.toCollection(TreeSet::new));
    }
}
