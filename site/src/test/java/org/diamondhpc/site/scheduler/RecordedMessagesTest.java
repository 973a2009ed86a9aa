package org.diamondhpc.site.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Stream;
import org.diamondhpc.schemas.reason.Reason;
import org.diamondhpc.site.scheduler.family.Family;
import org.diamondhpc.site.scheduler.flux.FluxFamily;
import org.diamondhpc.site.scheduler.lsf.LsfFamily;
import org.diamondhpc.site.scheduler.pbs.PbsFamily;
import org.diamondhpc.site.scheduler.text.Sections;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** All that schedulers' commands said as they refused or failed, and what each means. LSF's stand in its documentation. */
class RecordedMessagesTest {
    private static final String MARK = "0123456789abcdef";
    private static final Map<String, Family> FAMILIES = Map.of("pbs", new PbsFamily(), "flux", new FluxFamily(),
            "lsf", new LsfFamily());

    static Stream<Arguments> messages() {
        return FAMILIES.keySet().stream().sorted().flatMap(family -> RecordedMessage.of(family).stream()
                .filter(m -> !m.name().startsWith("lost-")).map(message -> Arguments.of(family, message)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("messages")
    void meansOneThing(String name, RecordedMessage message) {
        Family family = FAMILIES.get(name);
        Sections.Section said = Sections.parse("\n%s begin x\n%s\n%1$s end x %d\n".formatted(MARK, message.words(),
                message.status()), MARK).get("x");

        switch (message.act()) {
            case "submit" -> assertThat(family.refusal(message.status(), message.words()).reason())
                    .isEqualTo(Reason.valueOf(message.meaning()));
            // The statuses of ids that are over or unknown are taken for none by the family's own sh text.
            case "queue" -> assertThat(family.queue(said, MARK).rows()).isEmpty();
            default -> assertThat(family.undone(message.act(), said).map(p -> p.reason().name()).orElse("done"))
                    .isEqualTo(message.meaning());
        }
    }
}
