package org.diamondhpc.site.scheduler;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A family is one package and one line in {@link Dialects}; the rest of the code does not know its name. */
class FamiliesStayAtHomeTest {
    private static final String HOME = "org.diamondhpc.site.scheduler.";
    private static final Pattern NAMED = Pattern.compile(
            "\"(slurm|pbs|gridengine|flux|lsf|fork)\"|\"(SLURM|PBS|SGE|FLUX|LSB)_");
    /** What measures or imitates real schedulers may name them. */
    private static final List<String> FREE = List.of("/bench/src/", "/org/diamondhpc/site/testing/", "/target/");

    private final JavaClasses site = new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.diamondhpc.site");

    @ParameterizedTest
    @ValueSource(strings = {"slurm", "pbs", "gridengine", "flux", "lsf", "fork"})
    void onlyTheListOfDialectsKnowsAFamily(String family) {
        noClasses().that().resideOutsideOfPackage(HOME + family + "..").and().doNotBelongToAnyOf(Dialects.class).should()
                .dependOnClassesThat().resideInAPackage(HOME + family + "..").check(site);
    }

    @Test
    void noOtherSourceNamesAFamily() throws IOException {
        List<String> named = new ArrayList<>();
        for (Path sources : modules(checkout())) {
            try (Stream<Path> files = Files.walk(sources)) {
                for (Path file : files.filter(FamiliesStayAtHomeTest::counts).toList()) {
                    Matcher m = NAMED.matcher(Files.readString(file));
                    if (m.find()) {
                        named.add(file + ": " + m.group());
                    }
                }
            }
        }

        assertThat(named).isEmpty();
    }

    private static List<Path> modules(Path checkout) throws IOException {
        try (Stream<Path> folders = Files.list(checkout)) {
            return folders.map(f -> f.resolve("src/main/java")).filter(Files::isDirectory).toList();
        }
    }

    private static boolean counts(Path file) {
        String path = file.toString();
        return path.endsWith(".java") && path.contains("/src/main/java/") && FREE.stream().noneMatch(path::contains)
                && !path.matches(".*/site/scheduler/(slurm|pbs|gridengine|flux|lsf|fork)/.*");
    }

    private static Path checkout() {
        Path at = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(at.resolve("discovery-svc"))) {
            at = at.getParent();
        }
        return at;
    }
}
