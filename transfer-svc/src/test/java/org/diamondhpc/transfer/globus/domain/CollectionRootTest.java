package org.diamondhpc.transfer.globus.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CollectionRootTest {
    @Test
    void pathsBelowTheRootAreFoundBelowTheBase() {
        CollectionRoot proj = new CollectionRoot("c", "/gpfs/proj", "/shared/", false);

        assertThat(proj.path("/gpfs/proj/a/b")).contains("/shared/a/b");
        assertThat(proj.path("/gpfs/proj")).contains("/shared/");
        assertThat(new CollectionRoot("c", "/", "/", false).path("/x/y")).contains("/x/y");
    }

    @Test
    void whatLiesOutsideOrOnlyLooksAlikeIsRefused() {
        CollectionRoot proj = new CollectionRoot("c", "/gpfs/proj", "/", false);

        assertThat(proj.path("/gpfs/project/a")).isEmpty();
        assertThat(proj.path("/gpfs")).isEmpty();
        assertThat(proj.path("relative")).isEmpty();
    }

    @Test
    void theNarrowestCollectionIsTaken() {
        CollectionRoot all = new CollectionRoot("all", "/", "/", false);
        CollectionRoot home = new CollectionRoot("home", "/home/me", "/", false);

        assertThat(CollectionRoot.of(List.of(all, home), "/home/me/x")).contains(home);
        assertThat(CollectionRoot.of(List.of(all, home), "/scratch/x")).contains(all);
        assertThat(CollectionRoot.of(List.of(home), "/scratch/x")).isEmpty();
    }

    @Test
    void theWayBackLeadsOnlyToWhatIsMapped() {
        CollectionRoot shared = new CollectionRoot("c", "/gpfs/proj", "/shared/", false);
        CollectionRoot all = new CollectionRoot("c", "/", "/", false);

        assertThat(shared.real("/shared/a/b")).contains("/gpfs/proj/a/b");
        assertThat(shared.real("/shared")).contains("/gpfs/proj");
        assertThat(shared.real("/sharedtoo/a")).isEmpty();
        assertThat(shared.real("/")).isEmpty();
        assertThat(all.real("/home/alice")).contains("/home/alice");
        assertThat(all.real("/")).contains("/");
    }
}
