package org.diamondhpc.gateway.workspace.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.diamondhpc.schemas.id.WorkspaceId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogicalPathTest {
    private static final WorkspaceId WS = new WorkspaceId("w");

    @ParameterizedTest
    @ValueSource(strings = {"", "/", "/a", "a/", "a//b", "..", "a/../b", "./a", "a/.", "a\u0000", "a\nb", "\ud800"})
    void whatCouldLeaveTheWorkspaceOrCannotBeWrittenIsRefused(String path) {
        assertThatThrownBy(() -> new LogicalPath(WS, path)).isInstanceOf(DiamondException.class)
                .hasMessageContaining("INVALID_PATH");
    }

    @Test
    void whatLooksTheSameIsTheSame() {
        assertThat(new LogicalPath(WS, "u\u0308.txt")).isEqualTo(new LogicalPath(WS, "\u00fc.txt"));
    }

    @Test
    void longPathIsRefusedByItsBytes() {
        assertThatThrownBy(() -> new LogicalPath(WS, ("\u00fc".repeat(100) + "/").repeat(6) + "x"))
                .isInstanceOf(DiamondException.class);
    }

    @Test
    void writtenFormIsReadBack() {
        LogicalPath path = new LogicalPath(WS, "a b/c");

        assertThat(LogicalPath.parse(path.toString())).isEqualTo(path);
    }
}
