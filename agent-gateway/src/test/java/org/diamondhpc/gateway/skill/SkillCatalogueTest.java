package org.diamondhpc.gateway.skill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.diamondhpc.schemas.DiamondJson;
import org.diamondhpc.schemas.reason.DiamondException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the catalogue to its own word: folders, schemas, examples, and the page made of them. */
class SkillCatalogueTest {
    private static final Path FOLDERS = Path.of("../schemas/skills");
    private static final Path PAGE = Path.of("../docs/guides/skills.md");
    private static final SkillCatalogue CATALOGUE = new SkillCatalogue();

    static Stream<Skill> skills() {
        return CATALOGUE.all().stream();
    }

    @Test
    void everyFolderIsASkillAndEverySkillHasItsFolder() throws IOException {
        List<String> folders;
        try (Stream<Path> all = Files.list(FOLDERS)) {
            folders = all.filter(Files::isDirectory).map(f -> f.getFileName().toString()).sorted().toList();
        }

        assertThat(skills().map(s -> s.name().replace('_', '-')).sorted().toList()).isEqualTo(folders);
    }

    @ParameterizedTest
    @MethodSource("skills")
    void itsCardIsAnAgentSkill(Skill skill) throws IOException {
        String folder = skill.name().replace('_', '-');
        String[] parts = Files.readString(FOLDERS.resolve(folder).resolve("SKILL.md")).split("(?m)^---$\\n?", 3);

        JsonNode front = DiamondJson.yaml().readTree(parts[1]);

        assertThat(front.path("name").asText()).isEqualTo(folder).matches("[a-z0-9]+(-[a-z0-9]+)*").hasSizeLessThan(65);
        assertThat(front.path("description").asText()).isEqualTo(skill.description()).hasSizeLessThan(1025);
        assertThat(parts[2]).startsWith("\n# " + skill.title() + "\n");
    }

    @ParameterizedTest
    @MethodSource("skills")
    void itsSchemasAreSchemasThatReferToNothingElse(Skill skill) {
        for (JsonNode schema : List.of(skill.input(), skill.output())) {
            var errors = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(com.networknt.schema.SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"))
                    .validate(schema);

            assertThat(errors).isEmpty();
            assertThat(schema.path("type").asText()).isEqualTo("object");
            assertThat(schema.path("additionalProperties").asBoolean(true)).isFalse();
            assertThat(schema.findValuesAsText("$ref")).allMatch(r -> r.startsWith("#/$defs/")
                    && schema.path("$defs").has(r.substring(8)));
        }
    }

    @ParameterizedTest
    @MethodSource("skills")
    void itsExamplesFulfilItsSchemas(Skill skill) {
        assertThat(skill.examples()).isNotEmpty();
        for (Skill.Example example : skill.examples()) {
            assertThat(CATALOGUE.violations(skill, example.input())).isEmpty();
            assertThat(new JsonForm(skill.output()).violations(example.output())).isEmpty();
            for (JsonNode next : example.output().path("next")) {
                assertThat(CATALOGUE.violations(CATALOGUE.get(next.path("skill").asText()), next.path("input")))
                        .as("the input that %s hints at", skill.name()).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("skills")
    void unknownMembersAreRefused(Skill skill) {
        JsonNode input = DiamondJson.json().createObjectNode().put("surprise", 1);

        assertThat(CATALOGUE.violations(skill, input)).anyMatch(v -> v.pointer().equals("/surprise"));
    }

    @Test
    void allErrorsOfAnInputAreFoundAtOnceWithTheirPlaces() throws IOException {
        JsonNode input = DiamondJson.json().readTree("""
                {"spec": {"executable": 7, "resources": {"nodes": 0}}, "waitSeconds": 600, "dryrun": true}""");

        var violations = CATALOGUE.violations(CATALOGUE.get("submit_task"), input);

        assertThat(violations).extracting(v -> v.pointer()).contains("/spec/executable", "/spec/resources/nodes",
                "/waitSeconds", "/dryrun");
    }

    @Test
    void whoAsksForAnotherIsToldWhichThereAre() {
        assertThatThrownBy(() -> CATALOGUE.get("make_coffee")).isInstanceOf(DiamondException.class)
                .hasMessageContaining("submit_task");
    }

    @Test
    void thePageIsMadeOfTheCatalogue() throws IOException {
        String page = SkillPage.of(CATALOGUE);
        if ("write".equals(System.getProperty("diamond.contracts"))) {
            Files.writeString(PAGE, page);
        }

        assertThat(PAGE).as("run SkillCatalogueTest with -Ddiamond.contracts=write and commit the result").exists()
                .content().isEqualTo(page);
    }
}
