package org.diamondhpc.transfer.globus.api;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.diamondhpc.schemas.Absent;

/** Why a task is paused, in the words of those who paused it. */
public record PauseInfo(List<Rule> pauseRules, String sourcePauseMessage, String destinationPauseMessage,
        String sourcePauseMessageShare, String destinationPauseMessageShare) {
    public PauseInfo {
        pauseRules = Absent.list(pauseRules);
    }

    public record Rule(String message, String endpointDisplayName) {
    }

    public List<String> messages() {
        return Stream.concat(pauseRules.stream().map(Rule::message), Stream.of(sourcePauseMessage,
                        destinationPauseMessage, sourcePauseMessageShare, destinationPauseMessageShare))
                .filter(Objects::nonNull).filter(m -> !m.isBlank()).distinct().toList();
    }
}
