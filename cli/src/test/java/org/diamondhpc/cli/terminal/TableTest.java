package org.diamondhpc.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void flexibleColumnWrapsSoThatNoLineIsWider() {
        Table table = new Table("SITE", ">N", "WHY~");
        table.row("alpha", 7, "a reason in many words ".repeat(8).strip());
        table.row("b", 12345, null);

        table.print(Terminal.plain(new PrintStream(out, true, StandardCharsets.UTF_8)));

        List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
        assertThat(lines).allSatisfy(l -> assertThat(l.length()).isLessThanOrEqualTo(100)).hasSizeGreaterThan(4);
        assertThat(lines.getFirst()).isEqualTo("SITE       N  WHY");
        assertThat(lines.get(1)).startsWith("alpha      7  a reason in");
        assertThat(lines.get(2)).startsWith("              ");
        assertThat(lines.getLast()).isEqualTo("b      12345  -");
    }

    @Test
    void liveScreenChangesLinesInPlaceAndCutsThem() {
        Terminal live = new Terminal(new PrintStream(out, true, StandardCharsets.UTF_8), true, false, 10);
        Screen screen = new Screen(live);

        screen.show(List.of("one"));
        screen.show(List.of("one"));
        screen.show(List.of("a line of more than ten"));

        assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("one\u001b[K\n\u001b[1Fa line of…\u001b[K\n");
    }

    @Test
    void sizesAndDurationsAreHumane() {
        assertThat(List.of(Humane.size(0), Humane.size(1023), Humane.size(1536), Humane.size(5L << 30)))
                .containsExactly("0 B", "1023 B", "1.5 KiB", "5.0 GiB");
        assertThat(List.of(Humane.duration(Duration.ZERO), Humane.duration(Duration.ofMillis(420)),
                Humane.duration(Duration.ofSeconds(59)), Humane.duration(Duration.ofSeconds(200)),
                Humane.duration(Duration.ofMinutes(125)), Humane.duration(Duration.ofHours(76))))
                .containsExactly("0s", "0.4s", "59s", "3m20s", "2h05m", "3d04h");
        assertThat(Humane.duration(null)).isEqualTo("-");
    }

    @Test
    void textFromElsewhereCannotMoveTheCursor() {
        assertThat(Style.harmless("a\u001b[2J\nb\u009bc")).isEqualTo("a?[2J?b?c");
    }
}
