package org.diamondhpc.discovery.domain.verdict;

import java.math.BigInteger;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One entry of the constraint {@code software}: a name, or {@code name>=version}. */
record SoftwareNeed(String name, String least) {
    private static final Pattern FORM = Pattern.compile("\\s*([^<>=\\s]+)\\s*(?:>=\\s*(\\S+))?\\s*");

    static SoftwareNeed parse(String text) {
        Matcher m = FORM.matcher(text);
        return m.matches() ? new SoftwareNeed(m.group(1), m.group(2)) : new SoftwareNeed(text.strip(), null);
    }

    /** Why the site's software does not meet it; empty where it does. */
    Optional<String> unmet(Map<String, String> software) {
        Optional<Map.Entry<String, String>> found = software.entrySet().stream()
                .filter(e -> e.getKey().equalsIgnoreCase(name)).findFirst();
        if (found.isEmpty()) {
            return Optional.of("does not list the software " + name);
        }
        String version = found.get().getValue();
        if (least == null) {
            return Optional.empty();
        }
        if (version == null || version.isBlank()) {
            return Optional.of("lists %s without a version, %s or newer asked".formatted(name, least));
        }
        return compare(version, least) >= 0 ? Optional.empty()
                : Optional.of("has %s %s, %s or newer asked".formatted(name, version, least));
    }

    /** By the numbers from left to right, words after numbers by letters: 3.9 &lt; 3.11, 2024a &lt; 2024b. */
    static int compare(String left, String right) {
        String[] a = parts(left);
        String[] b = parts(right);
        for (int i = 0; i < Math.max(a.length, b.length); i++) {
            int order = comparePart(i < a.length ? a[i] : "0", i < b.length ? b[i] : "0");
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private static String[] parts(String version) {
        return version.replaceFirst("^[vV](?=\\d)", "").split("[.\\-_+]|(?<=\\d)(?=[a-zA-Z])|(?<=[a-zA-Z])(?=\\d)");
    }

    private static int comparePart(String a, String b) {
        boolean numbers = a.matches("\\d+") && b.matches("\\d+");
        return numbers ? new BigInteger(a).compareTo(new BigInteger(b)) : a.compareToIgnoreCase(b);
    }
}
