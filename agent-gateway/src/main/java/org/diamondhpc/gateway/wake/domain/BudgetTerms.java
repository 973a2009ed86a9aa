package org.diamondhpc.gateway.wake.domain;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.diamondhpc.schemas.id.SiteId;
import org.diamondhpc.schemas.reason.Problem.Violation;
import org.diamondhpc.schemas.site.AccountLimits.Association;
import org.diamondhpc.schemas.site.AccountLimits.Budget;
import org.diamondhpc.schemas.site.SiteSnapshot;

/**
 * How little may be left of what an account may use at a site.
 *
 * @param account the project charged; absent: the login's default
 * @param resource the scheduler's name; absent: {@code cpu}
 * @param hours at most so many hours of one unit of it are left
 */
public record BudgetTerms(SiteId site, String account, String resource, Double hours) {
    private static final double MINUTES = 60;
    private static final int MAX_NAME = 100;

    public BudgetTerms {
        resource = resource == null ? "cpu" : resource;
    }

    /** What is left in words, where it is as little as is waited for; else null. */
    public String met(SiteSnapshot site) {
        return budgets(site).filter(b -> b.leftMinutes() <= hours * MINUTES).findFirst()
                .map(b -> String.format(Locale.ROOT, "%s: %.1f of %.1f %s hours are left%s", this.site,
                        b.leftMinutes() / MINUTES, b.limitMinutes() / MINUTES, resource, of())).orElse(null);
    }

    /** Whether the site shows such a budget at all. */
    public boolean known(SiteSnapshot site) {
        return budgets(site).findAny().isPresent();
    }

    private Stream<Budget> budgets(SiteSnapshot site) {
        return site.accounts().stream().flatMap(login -> login.associations().stream()).filter(this::charges)
                .flatMap(a -> a.budgets().stream()).filter(b -> b.resource().equals(resource));
    }

    private boolean charges(Association association) {
        return account == null ? association.isDefault() : association.account().equals(account);
    }

    private String of() {
        return account == null ? "" : " to account " + account;
    }

    /** The same in words, without the site; equal words mean equal terms. */
    public String words() {
        return String.format(Locale.ROOT, "at most %s %s hours left%s", Objects.toString(hours), resource, of());
    }

    List<Violation> violations(String pointer) {
        List<Violation> all = new ArrayList<>();
        if (site == null) {
            all.add(new Violation(pointer + "/site", "name the site"));
        }
        if (hours == null || hours < 0 || hours.isNaN() || hours.isInfinite()) {
            all.add(new Violation(pointer + "/hours", "hours is a number from 0"));
        }
        name(all, pointer + "/account", account);
        name(all, pointer + "/resource", resource);
        return all;
    }

    private static void name(List<Violation> all, String pointer, String name) {
        if (name != null && (name.isEmpty() || name.length() > MAX_NAME || name.chars().anyMatch(Character::isISOControl))) {
            all.add(new Violation(pointer, "a name has 1 to " + MAX_NAME + " characters, none of them a control character"));
        }
    }
}
