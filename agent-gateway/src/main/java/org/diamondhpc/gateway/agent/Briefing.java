package org.diamondhpc.gateway.agent;

import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.diamondhpc.gateway.agent.domain.Prompt;
import org.diamondhpc.gateway.agent.domain.Tool;
import org.diamondhpc.gateway.agent.domain.Window;
import org.diamondhpc.gateway.agent.model.ModelSettings;
import org.diamondhpc.gateway.skill.Cut;

/** What a model is told: who it is, where it works, its tools, and the conversation as far as it fits. */
@Singleton
class Briefing {
    private static final int CHARACTERS_A_TOKEN = 4;
    private static final int LEAST = 4000;
    private static final int MAX_CONTEXT = 8000;

    private final String instructions;
    private final Toolbox toolbox;

    Briefing(Toolbox toolbox) {
        this.toolbox = toolbox;
        try (InputStream in = Briefing.class.getResourceAsStream("/agent/instructions.md")) {
            this.instructions = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Prompt of(Taken taken, ModelSettings model) {
        String system = system(taken);
        List<Tool> tools = toolbox.tools();
        int fixed = system.length() + tools.stream().mapToInt(t -> t.name().length() + t.description().length()
                + t.input().toString().length()).sum();
        int budget = (model.contextTokens() - model.maxTokens()) * CHARACTERS_A_TOKEN - fixed;
        return new Prompt(system, new Window(Math.max(LEAST, budget)).messages(taken.turn().conversation()), tools);
    }

    /** The same through a whole turn, so that endpoints can cache it. */
    private String system(Taken taken) {
        StringBuilder text = new StringBuilder(instructions).append("\nYour session is ").append(taken.id());
        if (!taken.session().title().isBlank()) {
            text.append(", \"").append(taken.session().title()).append('"');
        }
        text.append(". This turn began at ").append(taken.begunAt().truncatedTo(ChronoUnit.SECONDS)).append('.');
        if (!taken.session().context().isEmpty()) {
            text.append("\nThe session was opened with this context: ")
                    .append(Cut.to(taken.session().context().toString(), MAX_CONTEXT));
        }
        return text.toString();
    }
}
