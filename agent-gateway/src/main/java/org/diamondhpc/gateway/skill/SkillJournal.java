package org.diamondhpc.gateway.skill;

import com.fasterxml.jackson.databind.JsonNode;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.diamondhpc.gateway.policy.Caller;
import org.diamondhpc.gateway.session.Sessions;
import org.diamondhpc.schemas.event.SessionEvent;
import org.diamondhpc.schemas.id.SessionId;
import org.diamondhpc.schemas.reason.Problem;
import org.diamondhpc.schemas.reason.Reason;
import org.jboss.logging.Logger;

/** Writes each call into its session's journal, and measures it. */
@Singleton
class SkillJournal {
    private static final Logger LOG = Logger.getLogger(SkillJournal.class);

    private final Sessions sessions;
    private final MeterRegistry meters;
    private final Clock clock;

    SkillJournal(Sessions sessions, MeterRegistry meters, Clock clock) {
        this.sessions = sessions;
        this.meters = meters;
        this.clock = clock;
    }

    Entry begin(Skill skill, Caller caller, JsonNode input) {
        return new Entry(skill, caller, input, clock.instant());
    }

    /** One call; known to belong to a session once its input was looked at. */
    final class Entry {
        private final Skill skill;
        private final Caller caller;
        private final JsonNode input;
        private final Instant from;
        private SessionId session;

        private Entry(Skill skill, Caller caller, JsonNode input, Instant from) {
            this.skill = skill;
            this.caller = caller;
            this.input = input;
            this.from = from;
        }

        void in(SessionId known) {
            session = known;
        }

        void ended(SkillResult result) {
            if (session == null) {
                session = result.opened();
            }
            write(result.summary(), null);
        }

        void failed(Problem problem) {
            write(problem.detail(), problem.reason());
        }

        /** The effect is done, so what cannot be written down now is no failure of the call. */
        private void write(String summary, Reason reason) {
            Instant now = clock.instant();
            Duration took = Duration.between(from, now);
            meters.timer("diamond.gateway.skills", "skill", skill.name(), "reason",
                    reason == null ? "none" : reason.name()).record(took);
            if (session == null) {
                return;
            }
            try {
                sessions.say(caller, new SessionEvent.SkillCalled(session, caller.tenant(), skill.name(),
                        caller.name(), Remembered.of(input), Cut.to(summary, 300), reason, from, took), now);
            } catch (RuntimeException e) {
                LOG.warnf("A skill call could not be journalled; session=%s skill=%s cause=%s", session, skill.name(),
                        e.getMessage());
            }
        }
    }
}
