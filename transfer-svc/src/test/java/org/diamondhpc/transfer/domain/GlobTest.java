package org.diamondhpc.transfer.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.api.Test;

class GlobTest {
    @ParameterizedTest
    @CsvSource({
        "*.csv, a.csv, true", "*.csv, d/a.csv, false", "*.csv, .csv, false", "**/*.csv, a.csv, true",
        "**/*.csv, x/y/a.csv, true", "out/**, out/a/b, true", "out/**, out, false", "?.txt, é.txt, true",
        "[a-c]?, bz, true", "[!a-c]?, bz, false", "[^a]x, bx, true", "a[, a[, true", "[]x]y, ]y, true",
        "a*b*c, aXbYc, true", "a*b*c, aXcYb, false", "**/b/**/c, a/b/c, true", "**/b/**/c, a/c, false",
        ".*, .a, true", "**, .git/x, false"
    })
    void meansWhatAShellMeans(String glob, String path, boolean matches) {
        assertThat(Glob.of(glob).matches(path)).isEqualTo(matches);
    }

    @Test
    void hostilePatternTakesNoTime() {
        Glob glob = Glob.of("*a".repeat(60) + "b/" + "**/".repeat(60) + "x");

        assertTimeoutPreemptively(Duration.ofSeconds(2),
                () -> assertThat(glob.matches("a".repeat(250) + "/a".repeat(300))).isFalse());
    }

    @Test
    void siteIsNeverToldLessThanIsMeant() {
        Random random = new Random(7);
        String alphabet = "ab.*?[]!-/\\^$(){}|+é ";
        for (int i = 0; i < 20_000; i++) {
            String glob = text(random, alphabet, 8);
            String path = text(random, "ab.-/\\^$é", 6);
            if (!path.startsWith("/") && Glob.of(glob).matches(path)) {
                assertThat(Pattern.compile(Glob.of(glob).findRegex()).matcher("./" + path).matches())
                        .as("%s ~ %s", glob, path).isTrue();
            }
        }
    }

    private static String text(Random random, String alphabet, int most) {
        StringBuilder text = new StringBuilder();
        for (int n = 1 + random.nextInt(most); n > 0; n--) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }
}
