package org.diamondhpc.gateway.wake.domain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.site.AccountLimits;
import org.diamondhpc.schemas.site.AccountLimits.Association;
import org.diamondhpc.schemas.site.AccountLimits.Budget;
import org.diamondhpc.schemas.site.SiteSnapshot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BudgetTermsTest {
    private static final SiteId BETA = new SiteId("beta");

    @ParameterizedTest
    @CsvSource(nullValues = "-", value = {
        "proj2, cpu, 10, 'beta: 10.0 of 100.0 cpu hours are left to account proj2'",
        "proj2, -, 9.9, -",
        "proj2, gres/gpu, 0, 'beta: 0.0 of 1.0 gres/gpu hours are left to account proj2'",
        "-, cpu, 50, 'beta: 50.0 of 60.0 cpu hours are left'",
        "proj3, cpu, 1000, -",
    })
    void holdsWhereSoLittleIsLeft(String account, String resource, double hours, String said) {
        BudgetTerms terms = new BudgetTerms(BETA, account, resource, hours);

        String met = terms.met(beta());

        assertThat(met).isEqualTo(said);
    }

    @Test
    void aBudgetThatIsNotShownIsNotKnown() {
        assertThat(new BudgetTerms(BETA, "proj1", "cpu", 1.0).known(beta())).isTrue();
        assertThat(new BudgetTerms(BETA, "proj1", "gres/gpu", 1.0).known(beta())).isFalse();
        assertThat(new BudgetTerms(BETA, "proj3", null, 1.0).known(beta())).isFalse();
    }

    @Test
    void whatIsWrongIsSaid() {
        assertThat(new BudgetTerms(null, "", "cpu", null).violations("/budgets/0")).extracting(v -> v.pointer())
                .containsExactly("/budgets/0/site", "/budgets/0/hours", "/budgets/0/account");
        assertThat(new BudgetTerms(BETA, null, null, Double.NaN).violations("")).hasSize(1);
    }

    private static SiteSnapshot beta() {
        return new SiteSnapshot(BETA, "", "slurm", null, null, null, null, null, null, false,
                List.of(new AccountLimits(List.of("*"), "alice", List.of(
                        association("proj1", true, new Budget("cpu", 3600, 600)),
                        association("proj2", false, new Budget("cpu", 6000, 5400), new Budget("gres/gpu", 60, 61)),
                        association("proj3", false)), 0, 0)), null, Map.of(), Map.of(), null);
    }

    private static Association association(String account, boolean isDefault, Budget... budgets) {
        return new Association(account, null, isDefault, null, null, null, null, null, List.of(budgets));
    }
}
