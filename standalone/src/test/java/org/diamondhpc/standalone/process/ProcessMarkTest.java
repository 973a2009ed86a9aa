package org.diamondhpc.standalone.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProcessMarkTest {
    @Test
    void anotherProcessWithTheSameIdIsNotTaken() {
        ProcessMark self = ProcessMark.of(ProcessHandle.current().pid()).orElseThrow();

        assertThat(self.alive()).isTrue();
        assertThat(new ProcessMark(self.pid(), self.started() + "1").alive()).isFalse();
    }

    @Test
    void anEndedProcessHasNoMark() throws Exception {
        Process process = new ProcessBuilder("true").start();
        process.waitFor();

        assertThat(ProcessMark.of(process.pid())).isEqualTo(Optional.empty());
    }
}
