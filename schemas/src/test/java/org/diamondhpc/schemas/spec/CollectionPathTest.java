package org.diamondhpc.schemas.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CollectionPathTest {
    private static final String C = "3f6a2f0c-7d0e-4a4b-9c43-0d9f1b2c4d5e";

    @Test
    void namesACollectionAndAPathInIt() {
        assertThat(CollectionPath.parse("globus://" + C + "/a b/c/")).isEqualTo(new CollectionPath(C, "/a b/c"))
                .hasToString("globus://" + C + "/a b/c");
        assertThat(CollectionPath.parse("globus://" + C).path()).isEqualTo("/");
        assertThat(CollectionPath.means("alpha:/a")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"globus://x/a", "globus://" + C + "/a/../b", "globus://" + C + "//a", "globus://" + C + "/./a",
        "globus://" + C + "/~/a", "globus://" + C + "/~", "globus://" + C + "/a\nb", "globus:///a"})
    void whatLeadsElsewhereIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> CollectionPath.parse(text));
    }
}
