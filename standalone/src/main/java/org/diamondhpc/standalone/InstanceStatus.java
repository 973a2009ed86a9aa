package org.diamondhpc.standalone;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.diamondhpc.standalone.process.ChildState;
import org.diamondhpc.standalone.process.ChildStatus;
import org.diamondhpc.standalone.process.ProcessMark;
import org.diamondhpc.standalone.process.ProcessRecord;
import org.diamondhpc.standalone.process.Supervision;

/**
 * An instance at one moment, as the supervisor writes it to {@code run/status.json} and {@code status --json} prints it.
 *
 * @param state ready, starting (also: something is down), unsupervised (the supervisor was killed), stopped
 */
record InstanceStatus(String url, String state, Long supervisor, List<OneProcess> processes) {
    static final String READY = "ready";
    static final String STARTING = "starting";
    static final String UNSUPERVISED = "unsupervised";
    static final String STOPPED = "stopped";

    private static final ObjectMapper JSON =
            new ObjectMapper().setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL);

    /**
     * One process.
     *
     * @param exit   the status of its last death; -1 where nobody was told
     * @param rssKib resident memory with that of its children, in KiB
     * @param pssKib the same with shared pages divided among their users
     */
    record OneProcess(String name, String state, Long pid, int port, String since, int restarts, int failures, Integer exit,
                      Long rssKib, Long pssKib) {
        private static OneProcess of(ChildStatus child) {
            Long pid = null;
            Instant since = null;
            Integer exit = null;
            switch (child.state()) {
                case ChildState.Starting(ProcessMark mark, Instant at) -> {
                    pid = mark.pid();
                    since = at;
                }
                case ChildState.Ready(ProcessMark mark, Instant at) -> {
                    pid = mark.pid();
                    since = at;
                }
                case ChildState.Unready(ProcessMark mark, Instant at) -> {
                    pid = mark.pid();
                    since = at;
                }
                case ChildState.BackingOff(int status, Instant until) -> exit = status;
                case ChildState.Waiting w -> { }
                case ChildState.Stopped s -> { }
            }
            return new OneProcess(child.name(), child.state().label(), pid, child.port(),
                    since == null ? null : since.toString(), child.restarts(), child.failures(), exit, null, null);
        }

        private OneProcess measured() {
            if (pid == null || ProcessMark.of(pid).isEmpty()) {
                return this;
            }
            Memory memory = Memory.of(pid);
            return new OneProcess(name, state, pid, port, since, restarts, failures, exit, memory.rssKib(), memory.pssKib());
        }

        private OneProcess alone(Home home) {
            Optional<ProcessRecord> living =
                    ProcessRecord.read(home.run(), name).filter(record -> record.mark().alive());
            return new OneProcess(name, living.isPresent() ? UNSUPERVISED : STOPPED,
                    living.map(record -> record.mark().pid()).orElse(null), port, since, restarts, failures, exit, null, null);
        }
    }

    static InstanceStatus of(String url, List<ChildStatus> children) {
        boolean ready = children.stream().allMatch(child -> child.state() instanceof ChildState.Ready);
        return new InstanceStatus(url, ready ? READY : STARTING, ProcessHandle.current().pid(),
                children.stream().map(OneProcess::of).toList());
    }

    /** What is true now: the supervisor's last word where it lives, and what can be seen of the processes where not. */
    static InstanceStatus now(Home home) throws IOException {
        Optional<ProcessRecord> supervisor = supervisor(home);
        if (!Files.exists(home.status())) {
            return new InstanceStatus(null, supervisor.isPresent() ? STARTING : STOPPED,
                    supervisor.map(record -> record.mark().pid()).orElse(null), List.of());
        }
        InstanceStatus last = JSON.readValue(home.status().toFile(), InstanceStatus.class);
        if (supervisor.isPresent() && last.supervisor() == supervisor.get().mark().pid()) {
            return last;
        }
        List<OneProcess> alone = last.processes().stream().map(process -> process.alone(home)).toList();
        boolean any = alone.stream().anyMatch(process -> process.pid() != null);
        String state = supervisor.isPresent() ? STARTING : any ? UNSUPERVISED : STOPPED;
        return new InstanceStatus(last.url(), state, null, alone);
    }

    static Optional<ProcessRecord> supervisor(Home home) {
        return ProcessRecord.read(home.run(), Supervision.SUPERVISOR).filter(record -> record.mark().alive());
    }

    InstanceStatus measured() {
        return new InstanceStatus(url, state, supervisor, processes.stream().map(OneProcess::measured).toList());
    }

    void write(Home home) throws IOException {
        ProcessRecord.replace(home.status(), json());
    }

    String json() throws IOException {
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n";
    }
}
