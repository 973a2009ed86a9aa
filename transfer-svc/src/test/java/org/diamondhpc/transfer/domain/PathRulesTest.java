package org.diamondhpc.transfer.domain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.diamondhpc.schemas.id.TenantId;
import org.diamondhpc.schemas.reason.DiamondException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PathRulesTest {
    private final PathRules rules = new PathRules(new TenantId("alice"), "/home/u", "/home/u/.diamond");

    @ParameterizedTest
    @ValueSource(strings = {"/", "/etc/hosts", "/home/u/data", "/home/u/.diamond/attempts/alice/t-1.1/work/x",
        "/home/u/.diamond/attempts/alice", "/home/u/.diamond", "/home/u/.sshx"})
    void ownAndCommonFilesAreRead(String path) {
        assertThat(rules.mayRead(path)).isEqualTo(path);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/home/u/.diamond/attempts/bob/t-1.1", "/home/u/.diamond/attempts",
        "/home/u/.diamond/attempts/alicex", "/home/u/.ssh", "/home/u/.ssh/id_ed25519"})
    void otherTenantsFilesAndKeysAreNot(String path) {
        assertThatThrownBy(() -> rules.mayRead(path)).isInstanceOf(DiamondException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/home", "/home/u", "/home/u/.diamond", "/home/u/.diamond/attempts",
        "/home/u/.diamond/attempts/alice", "/home/u/.diamond/hints", "/home/u/.ssh/authorized_keys"})
    void foundationsAreNotRemoved(String path) {
        assertThatThrownBy(() -> rules.mayRemove(path)).isInstanceOf(DiamondException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/home", "/home/u", "/home/u/.diamond"})
    void foldersThatHoldOtherTenantsAreNotTakenWhole(String path) {
        assertThatThrownBy(() -> rules.mayReadTree(path)).isInstanceOf(DiamondException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "../x", "/a/../b", "~bob/x", "@x", "/a//b", "~/a/./b", "/a\nb", "/a\0b", "@/../x",
        "~/..", "-rf"})
    void oddPathsAreRefused(String path) {
        assertThatThrownBy(() -> AskedPath.parse(path)).isInstanceOf(DiamondException.class);
    }

    @Test
    void noTextLeavesItsBase() {
        Random random = new Random(11);
        String alphabet = "~@/..ab\n ";
        for (int i = 0; i < 50_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(12); n > 0; n--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            try {
                AskedPath asked = AskedPath.parse(text.toString());
                String path = asked.under("/home/u", "/root/.diamond");
                assertThat(path).startsWith(switch (asked.base()) {
                    case FILE_SYSTEM -> "/";
                    case HOME -> "/home/u";
                    case STORAGE -> "/root/.diamond";
                }).doesNotContain("/../").doesNotContain("//");
            } catch (DiamondException e) {
                assertThat(e.reason().name()).isEqualTo("INVALID_PATH");
            }
        }
    }
}
